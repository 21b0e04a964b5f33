import { FIELDS, type FieldName, type ProductField, STEP_LIST } from '../products/product.fields.ts';
import { FIELD_WORDS, wordKey } from '../products/product.words.ts';
import { bareLabel, type Context, isAbout, LABEL_LENGTH } from './document.context.ts';

/** Whose values stand where a label was read: those of the product, of something else, or nobody knows. */

const PRODUCT = /\b(?:produit entier|produit fini|finished product|du produit)\b/;
/** What a dossier also holds, and that has the same labels: what it is made of, how it was tested, how it is bought. */
const OTHERS =
  /\b(?:substances?|matieres? premieres?|raw materials?|composants?|de l ingredient|profils? toxicologiques? (?!du produit)[a-z]|fiches? de donnees de securite|safety data sheet|challenge tests?|systeme de conservation|efficacite antimicrobienne|concurrents?|comparables?)/;
const PART_B =
  /\bpart(?:ie)? b\b|\bconclusion de l evaluation\b|\bevaluateur\b|\bassessor\b|^(?:b )?evaluation de la securite(?: du produit(?: cosmetique)?)?$|^(?:b )?safety assessment$/;
const OTHER_PART = /\bpart(?:ie)? a\b|\binformations sur la securite\b|\bsafety information\b/;
const LIMITS =
  /\b(?:limites?|specifications?|normes?|criteres?|seuils?|exigences?|requirements?|maxi(?:mum|male?s?|maux)?|tolerances?)\b|\b(?:teneurs?|valeurs?|concentrations?|taux|niveaux?|resultats) (?:\w+ ){0,3}(?:cibles?|attendue?s?|theoriques?|tolere?e?s?|admis(?:es?)?|autorise?e?s?|accepte?e?s?|acceptables?)\b/;
/** Whoever signed it, and what became of it: names and days there are theirs. */
const PEOPLE =
  /\b(?:signatures?|signataires?|approbations?|visas?|redacteurs?|redaction|diffusion|historique|revisions?)\b/;
const OF_PEOPLE = new Set<FieldName>(['valide_par', 'date_validation']);

const TITLE_WORDS = 8;
const isTitle = (key: string): boolean => key !== '' && key.split(' ').length <= TITLE_WORDS;

/** Whether a text says that what follows is held against something, and is no result. */
export const saysLimits = (text: string): boolean => {
  const key = wordKey(text.slice(0, LABEL_LENGTH));
  return isTitle(key) && LIMITS.test(key) && !/\bresultats? (?!attendu)/.test(`${key} `);
};

/** Of the fields that a label may mean, those whose value may stand here. */
export function fieldsHere(fields: readonly ProductField[], context: Context): readonly ProductField[] {
  const near = wordKey(context.above.slice(0, LABEL_LENGTH));
  if (PRODUCT.test(near)) return fields;
  const keys = [...titlesOf(context), near];
  // The nearest heading that names a part says which one it is.
  const part = keys.findLast((key) => PART_B.test(key) || OTHER_PART.test(key));
  if (part !== undefined && PART_B.test(part) && !OTHER_PART.test(part)) return [];
  // A sentence about them is no title of theirs.
  const titles = keys.filter(isTitle);
  if (titles.some((key) => (OTHERS.test(key) && !PRODUCT.test(key)) || saysLimits(key))) return [];
  return titles.some((key) => PEOPLE.test(key)) ? fields.filter(({ name }) => OF_PEOPLE.has(name)) : fields;
}

const titlesOf = ({ headings }: Context): string[] =>
  headings.filter(({ level }) => level > 0).map(({ text }) => wordKey(bareLabel(text)));

/** Words of the titles of a dossier that are no labels of a field: the headings of Annex I to Regulation (EC) No 1223/2009, and a laboratory's. */
const KNOWN_WORDS =
  'administratif administrative administratives allegations analyse analyses analysis analytical and annexe annexes article articles autres aux avec bpf bulletin caracteristiques certificat chapitre chemical chimie chimique chimiques commercial commerciale complementaires complements composition conditionnement conformite conservation contaminants contenant controle controles cosmetique cosmetiques cpnp cpsr data declaration des description dip divers donnees dossier dossiers durabilite effets emballage emballages essai essais etiquetage etiquette exposition fabrication fiche file finales fini finis finished for formulation formule general generale generales generalites graves identification identite impuretes indesirables information informations interne laboratoire les lourds marche metaux methode microbiological microbiologie microbiologique microbiologiques mise normale observations organoleptiques overview par part partie physical physico physiques pif pour presentation preuve preuves previsible primaire product produit produits profil proprietes quali qualitative qualite quantitative raisonnablement rapport recapitulatif recapitulative reglement reglementaire reglementaires report responsable resultat resultats results resume safety section securite suite summary sur synthese test tests the toxicologie toxicologique toxicologiques traces une utilisation';
const KNOWN = new Set(
  [
    KNOWN_WORDS,
    ...STEP_LIST.map(({ title }) => wordKey(title)),
    ...FIELDS.flatMap(({ label, name }) => [label, ...(FIELD_WORDS[name as FieldName] ?? [])].map(wordKey)),
  ].flatMap((text) => text.split(' ')),
);
/** Letters of the shortest word that tells what a title is about. */
const WORD = 3;

/** Words of a title that no dossier has in its own: « Glycérine végétale », « Eau de production ». */
const isForeign = (key: string): boolean =>
  key.split(' ').some((word) => word.length >= WORD && !/\d/.test(word) && !KNOWN.has(word));

/** Values that are read again and again, and not once of the product that is sold. */
const AGAIN = /\b(?:stabilites?|stability|vieillissement|compatibilites?|compatibility|par lot|t0|j0)\b/;

/**
 * Why nobody knows whose values stand here, as a person reads it; `null` where they are the product's.
 * A heading that says something no dossier has in its own, or that is about another step of the form than an identity.
 */
export function doubtHere(fields: readonly ProductField[], context: Context): string | null {
  const inside = context.headings.filter(({ level }) => level > 0);
  // A line just above is a title too where a heading stands above it; before the first, it is on the cover.
  const near = context.headings.length > 0 && !/[:.]\s*$/.test(context.above) ? context.above : '';
  for (const text of [...inside.map((one) => one.text), near]) {
    const key = wordKey(bareLabel(text.slice(0, LABEL_LENGTH + 1)));
    if (!isTitle(key) || text.includes(':')) continue;
    // The title of the whole names the product.
    const isOther =
      (isForeign(key) && text !== context.title) || (AGAIN.test(key) && !fields.some((field) => isAbout(key, field)));
    if (isOther || isOfAnotherStep(key, fields)) return `« ${text.trim()} » peut annoncer autre chose que ce produit.`;
  }
  return null;
}
const IDENTITY_STEP = 0;

/** « Fournisseur » below « Emballage » is that of the packaging. */
const isOfAnotherStep = (key: string, fields: readonly ProductField[]): boolean =>
  fields.some(({ step }) => step === IDENTITY_STEP) &&
  !fields.some((field) => isAbout(key, field)) &&
  FIELDS.some((other) => other.step !== IDENTITY_STEP && isAbout(key, other));
