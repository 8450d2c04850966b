// Kernels whose length in instructions is known, as natives of dev.tare.it.program.CountedKernels.
        .text

// void turns(int): two instructions a turn, of which there must be one at least.
        .global Java_dev_tare_it_program_CountedKernels_00024Alone_turns
Java_dev_tare_it_program_CountedKernels_00024Alone_turns:
1:      subs    w2, w2, #1
        b.ne    1b
        ret

// long nothing(): what is left of a reading when nothing is read.
        .global Java_dev_tare_it_program_CountedKernels_00024Alone_nothing
Java_dev_tare_it_program_CountedKernels_00024Alone_nothing:
        ret
