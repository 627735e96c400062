// Names the log lines that other parts search for.

/** A subscription of the log and the command `clicks replay` search the log for this message. */
export const clickNotStored = 'click not stored';
