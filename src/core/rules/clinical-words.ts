const CLINICAL = /psa|prostat|cancer|tumou?r|urolog/i

/** Whether a text says what is tested. Mails must not: others may see them in a list of mails or in a calendar (BOOK-10). */
export const saysWhatIsTested = (text: string): boolean => CLINICAL.test(text)
