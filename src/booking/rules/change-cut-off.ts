// A separate module: texts name the hours without loading the rules.

/** Hours before its start from which an appointment can no longer be changed; exactly 48 is still allowed (APPT-02). */
export const CHANGE_CUT_OFF_HOURS = 48
