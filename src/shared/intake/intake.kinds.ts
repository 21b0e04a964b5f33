import { dayInWords, isDay, readDay } from '../fields/date.ts';
import { wordKey } from '../products/product.words.ts';
import type { IntakeKind } from './intake.contract.ts';

/** What says of a document which kind it is: closed phrases, without case, accents or signs. */
const PHRASES: readonly (readonly [kind: IntakeKind, phrases: readonly string[]])[] = [
  ['DIP', ['dip', 'dossier d information produit', 'dossier information produit', 'product information file', 'pif']],
  [
    'FDS',
    [
      'fds',
      'sds',
      'msds',
      'fiche de donnees de securite',
      'fiches de donnees de securite',
      'safety data sheet',
      'fiche de securite',
    ],
  ],
  [
    'fiche technique',
    [
      'fiche technique',
      'ft',
      'tds',
      'technical data sheet',
      'technical sheet',
      'data sheet',
      'specification technique',
    ],
  ],
  [
    'certificat d’analyse',
    ['certificat d analyse', 'bulletin d analyse', 'certificate of analysis', 'coa', 'certificat analyse'],
  ],
  ['IFRA', ['ifra', 'certificat ifra', 'ifra certificate', 'certificat de conformite ifra']],
  [
    'allergènes',
    [
      'allergenes',
      'declaration allergenes',
      'declaration d allergenes',
      'liste des allergenes',
      'allergens',
      'allergen statement',
    ],
  ],
  ['CMR', ['attestation cmr', 'declaration cmr', 'certificat cmr', 'cmr', 'cmr statement']],
  [
    'nano',
    [
      'attestation nano',
      'declaration nanomateriaux',
      'nanomateriaux',
      'nanomaterials',
      'nano',
      'nanomaterial statement',
    ],
  ],
  [
    'étude toxicologique',
    [
      'etude toxicologique',
      'rapport toxicologique',
      'profil toxicologique',
      'toxicological profile',
      'toxicological report',
    ],
  ],
  [
    'origine',
    ['certificat d origine', 'attestation d origine', 'certificate of origin', 'origine naturelle', 'origine vegetale'],
  ],
  [
    'expérimentation animale',
    [
      'experimentation animale',
      'non testing on animals',
      'animal testing',
      'attestation non test',
      'tests sur les animaux',
      'not tested on animals',
    ],
  ],
  ['contact alimentaire', ['contact alimentaire', 'aptitude au contact alimentaire', 'alimentarite', 'food contact']],
  [
    'stabilité',
    [
      'etude de stabilite',
      'rapport de stabilite',
      'stabilite',
      'stability report',
      'stability study',
      'stability',
      'vieillissement accelere',
    ],
  ],
  [
    'challenge test',
    [
      'challenge test',
      'challenge tests',
      'efficacite de la conservation',
      'efficacite antimicrobienne',
      'iso 11930',
      'preservative efficacy',
    ],
  ],
  [
    'microbiologie',
    [
      'analyse microbiologique',
      'rapport microbiologique',
      'controle microbiologique',
      'microbiologie',
      'microbiological analysis',
      'microbiology',
    ],
  ],
  [
    'compatibilité',
    [
      'compatibilite',
      'compatibilite contenant contenu',
      'etude de compatibilite',
      'packaging compatibility',
      'compatibility',
    ],
  ],
  [
    'BPF',
    [
      'bpf',
      'bonnes pratiques de fabrication',
      'iso 22716',
      'gmp',
      'good manufacturing practice',
      'good manufacturing practices',
    ],
  ],
  ['étiquette', ['etiquette', 'etiquetage', 'maquette', 'bat', 'bon a tirer', 'artwork', 'label', 'packaging artwork']],
  [
    'preuve d’allégation',
    [
      'preuve d allegation',
      'preuves d allegations',
      'test d usage',
      'etude d efficacite',
      'test d efficacite',
      'claim substantiation',
      'test clinique',
      'patch test',
      'hript',
    ],
  ],
  ['diplôme', ['diplome', 'doctorat en pharmacie', 'diploma', 'curriculum vitae']],
  [
    'formule',
    [
      'formule quali quantitative',
      'formule quantitative',
      'formule',
      'formula',
      'composition quantitative',
      'quali quanti',
    ],
  ],
];

/** Words of a text that is no name: « nano » or « label » in a sentence says nothing. */
const OF_NAMES_ALONE = new Set([
  'ft',
  'bat',
  'cmr',
  'nano',
  'label',
  'stabilite',
  'stability',
  'microbiologie',
  'microbiology',
  'compatibilite',
  'compatibility',
  'etiquette',
  'etiquetage',
  'maquette',
  'formule',
  'formula',
  'allergenes',
  'allergens',
  'dip',
  'pif',
  'bpf',
  'gmp',
  'ifra',
  'coa',
  'data sheet',
  'nanomateriaux',
  'nanomaterials',
  'contact alimentaire',
  'food contact',
  'animal testing',
  'iso 22716',
  'iso 11930',
  'origine naturelle',
  'origine vegetale',
  'patch test',
  'diplome',
  'diploma',
  'profil toxicologique',
  'experimentation animale',
  'tests sur les animaux',
  'sds',
  'fds',
  'tds',
  'msds',
]);

/** Characters of a text in which its title stands. */
const TITLE_LENGTH = 1_500;

const found = (key: string, isName: boolean): Map<IntakeKind, number> => {
  const padded = ` ${key} `;
  const kinds = new Map<IntakeKind, number>();
  for (const [kind, phrases] of PHRASES)
    for (const phrase of phrases)
      if ((isName || !OF_NAMES_ALONE.has(phrase)) && padded.includes(` ${phrase} `))
        kinds.set(kind, Math.max(kinds.get(kind) ?? 0, phrase.length));
  return kinds;
};

/** The one that says most: two that say as much are a tie, and none. */
function only(kinds: ReadonlyMap<IntakeKind, number>): IntakeKind | null {
  const [best, other] = [...kinds].toSorted((a, b) => b[1] - a[1]);
  if (!best) return null;
  // « fiche de données de sécurité » holds no other kind; « FDS » and « IFRA » side by side are a tie.
  return other && other[1] === best[1] ? null : best[0];
}

/** Which kind of document a file is, by its name, then by its title; `null` when two fit as well, or none. */
export function kindOfFile(name: string, text: string): IntakeKind | null {
  const byName = found(wordKey(name.replace(/\.[a-z0-9]{1,5}$/i, '').replace(/[_-]/g, ' ')), true);
  if (byName.size === 1) return [...byName.keys()][0] ?? null;
  const byText = found(wordKey(text.slice(0, TITLE_LENGTH)), false);
  if (byName.size > 1) {
    // Of those that the name may mean, the one that the text says.
    const both = [...byName.keys()].filter((kind) => byText.has(kind));
    return both.length === 1 ? (both[0] ?? null) : null;
  }
  return byText.size === 1 ? ([...byText.keys()][0] ?? null) : only(byText);
}

/** Labels of the day of a document, the first that is there; and of the last on which it holds. */
const ISSUED = [
  'date de revision',
  'revise le',
  'revision du',
  'revision date',
  'date d emission',
  'emis le',
  'date of issue',
  'issue date',
  'date du rapport',
  'rapport du',
  'report date',
  'date d edition',
  'edite le',
  'etabli le',
  'fait le',
  'date de creation',
  'date du document',
  'date de l analyse',
  'date d analyse',
];
const EXPIRES = [
  'valable jusqu au',
  'valide jusqu au',
  'valid until',
  'expire le',
  'date d expiration',
  'expiration date',
  'expiry date',
  'fin de validite',
  'date de fin de validite',
  'echeance',
  'date de peremption du certificat',
];

/** Characters after a label in which its date stands, and of a text that are looked at. */
const [AFTER, LOOKED] = [40, 20_000];
const DATE = /\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{1,2}(?:er)? \p{L}{3,9}\.? \d{4}/u;

const dayIn = (text: string): string | null => {
  const written = DATE.exec(text)?.[0];
  if (!written) return null;
  return isDay(written) ? written : (readDay(written) ?? dayInWords(written));
};

/** The text as labels are compared, character for character: accents off, signs as blanks. */
const flat = (text: string): string =>
  Array.from(text, (one) => {
    const bare = one.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
    return bare.length === one.length && /[a-z0-9]/.test(bare) ? bare : ' '.repeat(one.length);
  }).join('');

function dated(text: string, key: string, labels: readonly string[]): string | null {
  for (const label of labels) {
    const days = new Set<string>();
    for (let at = key.indexOf(label); at >= 0; at = key.indexOf(label, at + label.length)) {
      const isWhole = !/[a-z0-9]/.test(key[at - 1] ?? ' ') && !/[a-z0-9]/.test(key[at + label.length] ?? ' ');
      const day = isWhole ? dayIn(text.slice(at + label.length, at + label.length + AFTER)) : null;
      if (day) days.add(day);
    }
    // Two days under one label: nobody knows.
    if (days.size > 1) return null;
    const [day] = days;
    if (day) return day;
  }
  return null;
}

/** The days that a document says of itself; one that is not yet is no day of issue. @param today `YYYY-MM-DD` */
export function daysOfText(text: string, today: string): { issued_on: string | null; expires_on: string | null } {
  const looked = text.slice(0, LOOKED);
  const key = flat(looked);
  const issued = dated(looked, key, ISSUED);
  const expires = dated(looked, key, EXPIRES);
  return {
    issued_on: issued !== null && issued <= today ? issued : null,
    expires_on: expires !== null && (issued === null || expires >= issued) ? expires : null,
  };
}

/** What systems leave in folders and archives, and that nobody wrote. */
export const isSystemFile = (path: string): boolean => {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  return (
    parts.includes('__MACOSX') ||
    /^(?:\.DS_Store|Thumbs\.db|ehthumbs\.db|desktop\.ini|\.gitkeep)$/i.test(name) ||
    name.startsWith('~$') ||
    name.startsWith('._')
  );
};
