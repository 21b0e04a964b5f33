import { CONFORMITY_FIELDS, type ConformityName, type RecordSection } from '../regulation/conformity.fields.ts';

/**
 * Fields of the conformity that a cleaning product has too: each asked once, in its one home, for the reasons of its own law.
 * The others are of cosmetics alone.
 */
const SHARED = [
  {
    title: 'Étiquette',
    key: 'conformite_fabrication',
    files: [
      { key: 'etiquette', label: 'Étiquette', kind: 'étiquette' },
      { key: 'photo', label: 'Photo du produit' },
    ],
    fields: {
      contenu_nominal: 'Il figure sur l’emballage d’un produit vendu au public.',
      etiquette_version: 'Elle dit de quelle étiquette il s’agit.',
      etiquette_date: 'Elle dit de quelle étiquette il s’agit.',
      aucune_allegation: 'Sinon, chaque effet revendiqué a sa preuve.',
    },
  },
  {
    title: 'Responsable de la mise sur le marché',
    key: 'conformite_responsable',
    files: [],
    fields: {
      pr_nom: 'Fabricant, importateur ou détaillant de marque propre : il répond du produit.',
      pr_adresse: 'Elle figure sur l’emballage.',
    },
  },
] as const satisfies readonly (Omit<RecordSection, 'source' | 'fields'> & {
  fields: Partial<Record<ConformityName, string>>;
})[];

/** Where that is written. */
const SOURCE = 'règlement (CE) n° 648/2004, article 11 ; règlement (CE) n° 1272/2008, article 17';

/** The conformity as a cleaning product fills it. */
export const CLEANING_CONFORMITY: readonly RecordSection[] = SHARED.map(({ title, key, files, fields }) => ({
  title,
  key,
  files,
  source: SOURCE,
  fields: Object.entries(fields).flatMap(([name, reason]) =>
    CONFORMITY_FIELDS.filter((field) => field.name === name).map((field) => ({ ...field, reason, source: SOURCE })),
  ),
}));

const NAMES: ReadonlySet<string> = new Set(SHARED.flatMap(({ fields }) => Object.keys(fields)));
/** Whether a field of the conformity is asked of a cleaning product. */
export const isOfCleaning = (name: string): boolean => NAMES.has(name);
/** Places of files of the conformity that a cleaning product has too. */
export const CLEANING_FILES: ReadonlySet<string> = new Set(SHARED.flatMap(({ files }) => files.map(({ key }) => key)));
