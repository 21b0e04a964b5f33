import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { API_PREFIX, type Endpoint } from '#shared/contract/endpoint.ts';
import { RIGHTS } from '#shared/contract/rights.ts';
import { scopesFor } from '#shared/contract/scopes.ts';
import { STEP_LIST } from '#shared/products/product.fields.ts';
import { PLACEHOLDERS } from '#shared/templates/placeholders.ts';
import { WRITING } from '#shared/templates/writing.ts';
import { SETTINGS } from '../src/server/config.ts';
import { typeset } from './typeset.ts';

/** The documents computed from the code; a test checks that they are current. Each takes what the file holds now. */
const SHARED = join(import.meta.dirname, '../src/shared');
const HEAD = '<!-- Calculé par « npm run docs » : ne pas modifier à la main. -->';

const cell = (text: string | number | null | undefined): string =>
  String(text ?? '')
    .replace(/\|/g, '\\|')
    .replace(/\n/g, '<br>');
const table = (heads: string[], rows: (string | number | null | undefined)[][]): string =>
  [heads, heads.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'right' in value;

async function endpoints(): Promise<Endpoint[]> {
  const files = readdirSync(SHARED, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.contract.ts'))
    .sort();
  const modules = await Promise.all(files.map((file) => import(join(SHARED, file))));
  // Some are made by the dozen, and stand together under one name.
  const inside = (value: unknown): unknown[] =>
    isEndpoint(value) ? [value] : typeof value === 'object' && value !== null ? Object.values(value) : [];
  return modules.flatMap((module) => Object.values(module).flatMap(inside).filter(isEndpoint));
}
// By path, then in the order of the methods' names: the same wherever it is computed.
const declared = (await endpoints()).sort((a, b) => `${a.path} ${a.method}`.localeCompare(`${b.path} ${b.method}`));

const KINDS: Record<string, string> = {
  text: 'texte',
  longtext: 'texte long',
  date: 'date',
  number: 'nombre',
  measure: 'mesure',
  list: 'liste',
};

function fields(): string {
  const steps = STEP_LIST.map(({ title }, index) => {
    const rows = PLACEHOLDERS.filter((one) => one.step === index + 1).map((one) => [
      `\`{{${one.name}}}\``,
      one.label,
      KINDS[one.kind],
      one.unit,
      one.example,
    ]);
    return `## ${index + 1}. ${title}\n\n${table(['Balise', 'Champ', 'Sorte', 'Unité', 'Exemple'], rows)}`;
  });
  const others = PLACEHOLDERS.filter((one) => one.step === null).map((one) => [
    `\`{{${one.name}}}\``,
    one.label,
    `\`${one.example}\``,
  ]);
  return `${HEAD}

# Les balises des modèles

Une balise s’écrit entre doubles accolades dans le document Word : \`{{nom_commercial}}\`. Un champ vide n’imprime rien.
Une liste se répète entre \`{{#liste}}\` et \`{{/liste}}\` : sur des paragraphes, une ligne de tableau, ou dans une phrase.
\`{{#champ}}…{{/champ}}\` n’imprime que si le champ est rempli, \`{{^champ}}…{{/champ}}\` que s’il est vide.
Une mesure est un nombre, une limite (\`< 10\`), ou \`Absence\`, \`ND\`, \`NA\`.

${steps.join('\n\n')}

## Listes et document

${table(['Balise', 'Contenu', 'Exemple'], others)}
`;
}

/** Scopes of the tokens that may make a call; nothing where none is asked for. */
const tokensOf = (one: Endpoint): string =>
  one.right === 'public' || one.right === 'link'
    ? ''
    : scopesFor(one)
        .map((scope) => `\`${scope}\``)
        .join(' ') || 'non';

function api(): string {
  const tags = [...new Set(declared.map((one) => one.tag))].sort();
  const sections = tags.map((tag) => {
    const rows = declared
      .filter((one) => one.tag === tag)
      .map((one) => [
        `${one.method} \`${API_PREFIX}${one.path}\``,
        one.summary,
        RIGHTS[one.right].label,
        tokensOf(one),
      ]);
    return `## ${tag}\n\n${table(['Appel', 'Effet', 'Qui', 'Jeton'], rows)}`;
  });
  return `${HEAD}

# L’API

La description complète est servie à \`${API_PREFIX}/openapi.json\`, et se lit à \`/api/docs\`. « Jeton » : les portées des jetons d’accès qui
suffisent ; « non », il y faut une personne.

${USE}

${sections.join('\n\n')}
`;
}

/** What a program needs to know before the tables. */
const USE = `## Pour commencer

\`\`\`sh
DIPLO=https://diplo.exemple.fr${API_PREFIX} JETON=dpl_…   # le jeton se fait dans « Mon compte »

curl -H "Authorization: Bearer $JETON" "$DIPLO/products?search=aube&page=1&size=50"

curl -H "Authorization: Bearer $JETON" -H 'Content-Type: application/json' -H 'Idempotency-Key: erp-VAL-0142' \\
  -d '{ "nom_client": "Maison Valorme", "nom_commercial": "Crème Éclat d’Aube", "ph": 5.5, "germes_aerobies": "< 10" }' \\
  "$DIPLO/products"

curl -H "Authorization: Bearer $JETON" -F product_id=$PRODUIT -F field_key=formula -F file=@formule.xlsx "$DIPLO/attachments"

curl -H "Authorization: Bearer $JETON" -H 'Content-Type: application/json' \\
  -d "{ \\"template_id\\": \\"$MODELE\\", \\"product_id\\": \\"$PRODUIT\\" }" "$DIPLO/generations"

curl -H "Authorization: Bearer $JETON" -OJ "$DIPLO/generations/$DOCUMENT/docx"
\`\`\`

- \`PUT\` remplace tout : un champ absent est vidé. Lisez, changez, renvoyez, avec en \`If-Match\` l’\`ETag\` qui a été lu ; s’il a changé
  entre-temps, la réponse est 412 et rien n’est écrit.
- La même \`Idempotency-Key\` ne crée qu’une fois, même si la réponse s’est perdue en chemin.
- Une liste se lit par \`page\` (à partir de 1) et \`size\` (200 au plus) ; \`X-Total-Count\` dit combien il y a de lignes en tout. Sans \`page\`, les produits,
  documents et menus viennent tous ; les listes qui grandissent d’elles-mêmes (bibliothèques, modèles, imports, lots de travail, journal) ne
  donnent que leur première page.
- Un refus dit pourquoi en français dans \`detail\` : une phrase, ou la liste des champs en faute (422). 429 et 503 portent \`Retry-After\`, en secondes.`;

function readme(current: string): string {
  const rows = Object.entries(SETTINGS).map(([name, { default: value, meaning }]) => [
    `\`${name}\``,
    value === '' ? '' : `\`${value}\``,
    meaning,
  ]);
  const settings = table(['Réglage', 'Par défaut', 'Sens'], rows);
  const block = `<!-- réglages -->\n\n${settings}\n\n<!-- /réglages -->`;
  return current.replace(/<!-- réglages -->[\s\S]*?<!-- \/réglages -->/, () => block);
}

function templates(current: string): string {
  const rows = WRITING.map(({ written, prints }) => [written.map((one) => `\`${one}\``).join('\n'), prints]);
  const block = `<!-- écriture -->\n\n${table(['Ce que l’on écrit', 'Ce qui s’imprime'], rows)}\n\n<!-- /écriture -->`;
  return current.replace(/<!-- écriture -->[\s\S]*?<!-- \/écriture -->/, () => block);
}

/** Where the README turns to developers, in English. */
const ENGLISH = '## How the code stands';

export const documents: Record<string, (current: string) => string> = {
  'docs/champs.md': () => typeset(fields()),
  'docs/api.md': () => typeset(api()),
  'docs/templates.md': (current) => typeset(templates(current)),
  'README.md': (current) => {
    const [french = '', english = ''] = readme(current).split(ENGLISH);
    return typeset(french) + ENGLISH + english;
  },
  // Written by hand: their spaces alone are seen to.
  'docs/exploitation.md': typeset,
  'docs/accessibilite.md': typeset,
  'CHANGELOG.md': typeset,
};
