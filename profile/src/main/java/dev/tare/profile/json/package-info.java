/** The profile's JSON form. Reader and writer are the only two classes that know its keys. */
@NullMarked
package dev.tare.profile.json;

import org.jspecify.annotations.NullMarked;
