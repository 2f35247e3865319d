import { fixedFaultSentence } from '../../src/content/rules/content-fault-text.ts'
import { fixedFault, fixedPlace } from '../../src/content/rules/fixed-documents.ts'
import { isOperator } from './access.ts'
import type { Caller } from './accounts.ts'
import { isPublicId, type LakeDocument } from './document.ts'
import { forbiddenMutation } from './errors.ts'
import type { Guard } from './store.ts'
import type { Change } from './transaction.ts'

const IMPORTED = ['create', 'createIfNotExists', 'createOrReplace']

/** An import writes whole documents; it neither deletes nor patches. */
const isImport = ({ after, mutations }: Change) =>
  after !== null && mutations.every((one) => IMPORTED.includes(Object.keys(one)[0] ?? ''))

/**
 * Refuses every mutation that would leave a place that the program needs without its document (CMS-06): 403 for every
 * caller. Only the operator's import may replace such a document by another.
 */
export function fixedDocumentsGuard(caller: Caller): Guard {
  return (changes, before) => {
    const unfixed = changes.filter((change) => !(isOperator(caller) && isImport(change)))
    for (const change of unfixed.filter(({ id }) => isPublicId(id))) {
      const fault = fixedFault(change.before, change.after, (place) =>
        holderOf(place, change.id, before.values()),
      )
      const document = fault === 'taken' ? change.after : change.before
      const place = document && fixedPlace(document)
      if (fault && place) throw forbiddenMutation(fixedFaultSentence(place, fault))
    }
  }
}

function holderOf(
  place: string,
  otherThan: string,
  documents: Iterable<LakeDocument>,
): LakeDocument | undefined {
  for (const document of documents) {
    const isOther = isPublicId(document._id) && document._id !== otherThan
    if (isOther && fixedPlace(document) === place) return document
  }
  return
}
