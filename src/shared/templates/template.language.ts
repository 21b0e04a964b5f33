import type { Language } from '../fields/writer.ts';

/**
 * What to know of a document that is not in French: the authority of a Member State asks for the file in a language that it
 * easily understands, which for France is French. Regulation (EC) 1223/2009, article 11 §4.
 */
export const IN_ENGLISH =
  'Ce document est en anglais\u00a0: ses libellés, ses dates et ses nombres le sont, vos textes restent tels que vous les avez écrits. En France, l’autorité demande le dossier en français (règlement (CE) n°\u00a01223/2009, article 11, paragraphe 4)\u00a0: gardez aussi l’édition française.';

/** Whether a warning kept with a document says so, however its sentence went on when it was made. */
export const isInEnglish = (warning: string): boolean => warning.startsWith('Ce document est en anglais');

export const languageNote = (language: Language): string | null => (language === 'fr' ? null : IN_ENGLISH);
