import { ASSESSMENT_FIELDS, ASSESSMENT_SECTIONS } from '#shared/control/assessment.fields.ts';
import { CLEANING_CONFORMITY } from '#shared/detergents/cleaning.conformity.ts';
import { DETERGENT_FIELDS, DETERGENT_SECTIONS } from '#shared/detergents/detergent.fields.ts';
import {
  CONFORMITY_FIELDS,
  CONFORMITY_SECTIONS,
  fieldsOf,
  type RecordSection,
} from '#shared/regulation/conformity.fields.ts';
import type { EditorWords } from '../records/RecordEditor.tsx';
import { recordForm } from '../records/record.form.ts';
import type { Held, RecordField } from '../records/record.ts';
import type { RecordKind } from '../records/useRecordSaving.ts';

/** A record beside a product has no state of its own: it is saved. */
export const SAVED = 'SAVED';

export interface ControlForm {
  sections: readonly RecordSection[];
  fields: readonly RecordField[];
  kind: RecordKind<Held, typeof SAVED>;
  words: EditorWords<typeof SAVED> & { loadFailed: string };
}

const kindOf = (fields: readonly RecordField[], name: string): ControlForm['kind'] => ({
  form: recordForm(fields),
  sent: () => ({}),
  plain: SAVED,
  savesItself: () => true,
  undoes: () => false,
  copyOf: (id) => `${name}-${id}`,
});

const words = (title: string, what: string): ControlForm['words'] => ({
  title,
  readOnly: 'Vous consultez cette page en lecture seule.',
  save: 'Sauvegarder',
  saving: 'Sauvegarde...',
  finish: 'Enregistrer',
  finishing: 'Enregistrement...',
  finishTitle: 'Enregistrer ?',
  saved: () => `${what} est enregistrée.`,
  failed: () => `${what} n’a pas pu être enregistrée.`,
  undone: 'a modifié ce dossier entre-temps',
  undoing: '',
  undo: 'Enregistrer',
  loadFailed: `${what} n’a pas pu être chargée.`,
});

export const CONFORMITY_RECORD: ControlForm = {
  sections: CONFORMITY_SECTIONS,
  fields: CONFORMITY_FIELDS,
  kind: kindOf(CONFORMITY_FIELDS, 'conformity'),
  words: words('Conformité', 'La conformité'),
};

const CLEANING_FIELDS = fieldsOf(CLEANING_CONFORMITY);
/** What a cleaning product fills of the conformity. */
export const CLEANING_RECORD: ControlForm = {
  sections: CLEANING_CONFORMITY,
  fields: CLEANING_FIELDS,
  kind: kindOf(CLEANING_FIELDS, 'conformity'),
  words: words('Étiquette et responsable', 'Cette partie'),
};

export const DETERGENT_RECORD: ControlForm = {
  sections: DETERGENT_SECTIONS,
  fields: DETERGENT_FIELDS,
  kind: kindOf(DETERGENT_FIELDS, 'detergent'),
  words: words('Dossier de nettoyage', 'Cette partie'),
};

export const ASSESSMENT_RECORD: ControlForm = {
  sections: ASSESSMENT_SECTIONS,
  fields: ASSESSMENT_FIELDS,
  kind: kindOf(ASSESSMENT_FIELDS, 'assessment'),
  words: words('Évaluation de la sécurité (partie B)', 'L’évaluation'),
};
