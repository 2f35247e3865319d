/** Whether this is the address of a closed account (`app.reduce_patient`), which no mail can reach. */
export const isClosedAddress = (email: string): boolean => email.endsWith('@account.invalid')
