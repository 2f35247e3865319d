import { fixedFaultSentence } from '../../src/domain/content-fault-text.ts'
import { fixedFault, fixedPlace } from '../../src/domain/fixed-documents.ts'
import { isOperator } from './access.ts'
import type { Caller } from './caller.ts'
import { isPublicId, type LakeDocument } from './document.ts'
import { forbiddenMutation } from './errors.ts'
import type { Guard } from './store.ts'
import type { Change } from './transaction.ts'

const IMPORTED = ['create', 'createIfNotExists', 'createOrReplace']

/** An import writes whole documents. It deletes and patches none of them away. */
const isImport = ({ after, mutations }: Change) =>
  after !== null && mutations.every((one) => IMPORTED.includes(Object.keys(one)[0] ?? ''))

/**
 * Refuses with 403 what would take a document from its place in the program (CMS-06): for every caller, and in every form
 * of mutation. The operator's import may replace such a document by any other.
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
