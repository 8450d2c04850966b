/** The profile as data, whoever wrote it, and its JSON form. */
@NullMarked
package dev.tare.profile;

import org.jspecify.annotations.NullMarked;
