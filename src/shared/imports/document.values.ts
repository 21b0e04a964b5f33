import { readField } from '../fields/field.reading.ts';
import { type FieldValue, kindOf } from '../fields/field.ts';
import { printNumber } from '../fields/number.ts';
import type { ProductField } from '../products/product.fields.ts';
import { isUnit } from '../products/product.words.ts';
import { converted, cutResult } from './document.units.ts';
import { readCell, saysNothing } from './sheet.values.ts';

/** What a text of a document says of a field. */
export interface Read {
  value: FieldValue;
  /** Why a person has to look at it. */
  doubts: string[];
}

/** « Non renseigné », « Non communiquée. », « Not provided », « idem »: what people write where there is nothing. */
const UNSAID =
  /^\(?(?:non|pas) (?:renseign|communiqu|précis|disponible|défini|indiqu|fourni|encore)[\p{L} ]{0,20}[.)]?$|^\(?not (?:provided|available|known|specified|disclosed)[.)]?$|^(?:idem|id\.|\/|x+|\?+|\.+)$/iu;
const UNSAID_LENGTH = 60;
/** « Voir annexe 4 », « cf. FDS »: it says where the value is, and is none. */
const ELSEWHERE =
  /^\(?(?:voir|cf\.?|c\.f\.|se reporter|se référer|référez-vous|reportez-vous|confer|see|refer to|ci-joint|en annexe|annexe)(?![\p{L}])/iu;
/** « Sans objet », « N/A »: a person says that there is nothing to say. */
const WITHOUT = /^\(?(?:n\s?\/\s?a|na|n\.a\.|sans objet|non applicable|not applicable|néant|aucune?|none|so)[.)]?$/iu;
/** Boxes, ticked or not. A square or a tick alone is a bullet: it is a ticked one among others that are empty. */
const [TICKED, EMPTY] = ['☒☑🗹■✔✓', '☐□❏❑'];
const BOX = new RegExp(`[☒☑🗹${EMPTY}]`, 'u');
const BEFORE_BOX = new RegExp(`(?=[${TICKED}${EMPTY}])`, 'u');
const IS_TICKED = new RegExp(`^[${TICKED}]`, 'u');

/** What is ticked of « ☐ Oui ☒ Non »; `null` when nothing is. */
function tickedOf(text: string): string | null {
  const ticked = text
    .slice(0, BOXES_LENGTH)
    .split(BEFORE_BOX)
    .filter((part) => IS_TICKED.test(part))
    .map((part) => part.slice([...part][0]?.length ?? 1).trim());
  return ticked.length > 0 ? ticked.filter(Boolean).join(', ') : null;
}
const BOXES_LENGTH = 500;

/**
 * A text of a document as its field reads it; `null` when it says nothing, or another quantity.
 * @param unit said beside it, in its label or in a column of its own
 */
export function readText(field: ProductField, text: string, unit: string | null = null): Read | null {
  const raw = text.trim();
  if (saysNothing(raw) || UNSAID.test(raw.slice(0, UNSAID_LENGTH)) || raw.includes('{{')) return null;
  if (BOX.test(raw.slice(0, BOXES_LENGTH))) {
    const ticked = tickedOf(raw);
    const read = ticked === null ? null : readText(field, ticked, unit);
    return read && { ...read, doubts: [...read.doubts, 'La valeur est celle des cases cochées.'] };
  }
  const kind = kindOf(field);
  const isWritten = kind === 'text' || kind === 'longtext';
  if (ELSEWHERE.test(raw.slice(0, UNSAID_LENGTH)) && raw.length <= POINTER_LENGTH)
    return kind === 'longtext' ? { value: raw, doubts: ['Le texte renvoie ailleurs.'] } : null;
  if (kind === 'number' || kind === 'measure') return readResult(field, raw, unit) ?? readNoted(field, raw, unit);
  const read = readCell(field, kind === 'date' ? dayAlone(raw) : raw, { from1904: false });
  if (!read || read.fault || read.value === null) return null;
  return {
    value: read.value,
    doubts: [...(read.warning ? [read.warning] : []), ...(isWritten ? doubtsOf(kind, raw) : [])],
  };
}
/** Characters of a text that only says where to look. */
const POINTER_LENGTH = 200;
const WORDS_OF_SENTENCE = 4;

/** Why a text may not be what its label says. */
function doubtsOf(kind: 'text' | 'longtext', raw: string): string[] {
  if (WITHOUT.test(raw.slice(0, UNSAID_LENGTH))) return ['Le document dit qu’il n’y a rien à dire.'];
  if (kind === 'longtext') return [];
  const doubts: string[] = [];
  if (raw.includes('\n')) doubts.push('Le texte tient sur plusieurs lignes.');
  if (/\p{L}\s?:\s/u.test(raw.slice(0, BOXES_LENGTH))) doubts.push('La ligne dit aussi autre chose.');
  if (/^\p{Ll}/u.test(raw) && raw.split(' ').length > WORDS_OF_SENTENCE) doubts.push('Ce peut être une phrase.');
  return doubts;
}

/** « le lundi 16 mars 2026. » → « 16 mars 2026 ». */
const dayAlone = (text: string): string =>
  text.length > UNSAID_LENGTH
    ? text
    : text
        .replace(/^le /i, '')
        .replace(/^(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) /i, '')
        .replace(/ ?([/.-]) ?/g, '$1')
        .replace(/^(\d{4})\/(\d{2})\/(\d{2})$/, '$1-$2-$3')
        .replace(/\.$/, '');

/** « 12 500 mPa.s (Brookfield) », « ≈ 12 500 », « 5,5 à 20 °C »: a result, and what is noted beside it. */
function readNoted(field: ProductField, raw: string, unit: string | null): Read | null {
  if (raw.length > BOXES_LENGTH) return null;
  const about = raw.replace(/^(?:environ|env\.|≈|approx\.)\s?/i, '~ ');
  const note = /\([^()]{0,200}\)$|\sà \d{1,3} ?°C$|\s?[*†¹²³]{1,3}$/.exec(about)?.[0] ?? '';
  const bare = about.slice(0, about.length - note.length).trim();
  if (bare === raw || bare === '') return null;
  const read = readResult(field, bare, unit);
  return read && { ...read, doubts: [...read.doubts, `Le document écrit « ${raw} ».`] };
}

function readResult(field: ProductField, raw: string, unit: string | null): Read | null {
  const own = readCell(field, raw, { from1904: false });
  if (own && !own.fault && own.value !== null && unit === null)
    return { value: own.value, doubts: own.warning ? [own.warning] : [] };
  const cut = unit === null ? cutResult(raw) : { result: raw, unit };
  if (!cut || !field.unit) return null;
  const text = converted(cut.result, cut.unit, field.unit);
  if (text === null) return null;
  const { value, faults } = readField(field, text);
  if (faults.length > 0 || value === null) return null;
  const shown = typeof value === 'number' ? printNumber(value) : value;
  return {
    value,
    doubts: [`« ${cut.result} ${cut.unit} » est converti : ${String(shown)} ${field.unit}.`],
  };
}

/** Whether what stands beside a name is a unit, and no condition: « Pa.s », « g/kg ». */
export const looksLikeUnit = (text: string): boolean =>
  isUnit(text) ||
  (text.length <= 20 && /^[%µ°a-zA-Z][a-zA-Zµ°²³./·%]{0,19}$/.test(text) && /[/%°.]|^(?:s|h|P|ppb)$/.test(text));
