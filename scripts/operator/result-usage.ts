/** What `npm run results` can do. */
export const USAGE = `npm run results -- check <file.csv> [--laboratory <name>] --by "Name, role"
    says of every row of a laboratory file what an import would do; changes nothing. With --laboratory the file is read by the mapping of the laboratory
npm run results -- import <file.csv> [--laboratory <name>] --by "Name, role"
    takes over the rows that agree with their tube; every other row waits in quarantine
npm run results -- quarantine [<row>] --by "Name, role"
    the rows that wait with their reasons; one of them beside its tube
npm run results -- confirm <row> --by "Name, role" --reason <who confirmed it>
    takes over a row that the laboratory confirmed by telephone (whose blood, which value): one person proposes, another runs the same command
npm run results -- close <row> --by "Name, role" --reason <why>
    closes a row without a result (asked back, the stored value stands, or tested again): one person proposes, another runs the same command
npm run results -- sheet <new file.csv> [<id> …] --by "Name, clinician"
    writes the results that wait for a colour, or these ones, without names, to be filled in
npm run results -- approve <file.csv> --by "Name, clinician"
    stores colour, risk group, next test and comments of the filled-in sheet; anything but green, and green above the thresholds, needs a second clinician
npm run results -- thresholds [<file.csv>] --by "Name, clinician"
    prints the table of thresholds by age; with a file (from_age, amber, red in ng/mL) proposes it, or accepts it when another clinician proposed the same
npm run results -- list
    the results that wait for a colour or a release, with their ids; says which are red
npm run results -- open
    by event, without names: everything that keeps a patient from knowing their result; fails while anything is open
npm run results -- days <laboratory> <days> --by "Name, role"
    after how many days a tube without a result is open; seven unless it is set
npm run results -- release <id> … | --file <file of ids> --by "Name, clinician"
    shows results to their patients and queues the mails; leaves out what is red or held
npm run results -- contact <id> --by "Name, clinician"
    name and telephone of the patient of a red or shown result; recorded
npm run results -- spoken <id> [--attempt | --not-reached] [--note <text>] --by "Name, clinician"
    records that the patient was spoken to, and shows the result; or an attempt; or the end of the calls about a shown result
npm run results -- release <id> [--reason <why>] --by "Name, clinician"
    shows one result, also a red one whose patient was spoken to. After two attempts, or one and three working days, with a reason
npm run results -- release-held <id> --by "Name, clinician" --reason <why>
    ends the hold of one judged result and shows it
npm run results -- hold <id> --by "Name, role" --reason <why>
    hides a result immediately; only release-held shows it again
npm run results -- withdraw <id> --by "Name, clinician" --reason <why>
    takes a result back for good; a patient who could see it is told in neutral words
Roles: coordinator, clinician. The reason is kept: write nothing clinical and no patient's name.`
