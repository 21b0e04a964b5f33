/** The words by which the parts of a pasted formula are known, in the five languages that suppliers write. */

import { nameKey } from '../fields/name.ts';
import { withoutEnds } from '../fields/text.ts';

export type Column =
  | 'inci'
  | 'label'
  | 'percent'
  | 'percent_min'
  | 'percent_max'
  | 'grams'
  | 'unit'
  | 'share'
  | 'cas'
  | 'ec'
  | 'trade_name'
  | 'supplier'
  | 'function'
  | 'phase'
  | 'rank'
  | 'code'
  | 'note';

/** Heads of columns, the first that fits; matched on the whole cell, folded, without units in brackets at its end. */
const HEADS: readonly [Column, RegExp][] = [
  // The strength of a raw material is no amount of the formula.
  [
    'note',
    /^(?:%|percent|teneur en|active?s?|mati[eè]re)? ?(?:of )?(?:actives?|actifs?|active (?:matter|content|substance)|matieres? actives?|m\.?a\.?|a\.?m\.?|aktiv\w*|wirkstoff\w*|attiv[oi]|activos?)(?: ?\(?%\)?)?$/,
  ],
  [
    'share',
    /^(?:%|percent|concentration|conc\.?|teneur|anteil|gehalt|composition|breakdown|repartition).*\b(?:raw mat\w*|rm|mp|matieres? premieres?|rohstoff\w*|materia prima|materie prime|in ingredient|of blend|melange|blend)\b.*$|^(?:breakdown|composition|repartition|split)(?: ?\(?%\)?)?$|^% ?(?:inci|comp\w*)(?: in .*| dans .*)?$/,
  ],
  [
    'percent_min',
    /^(?:%|percent\w*|conc\w*|teneur)? ?\(?(?:min\.?|mini|minimum|minimo|low|de|from|von)\)?(?: ?\(?%\)?)?$/,
  ],
  [
    'percent_max',
    /^(?:%|percent\w*|conc\w*|teneur)? ?\(?(?:max\.?|maxi|maximum|massimo|maximo|high|to|bis)\)?(?: ?\(?%\)?)?$/,
  ],
  [
    'percent',
    /^(?:%|(?:w|wt|p|m|v)\.?\/(?:w|p|m|v)\.? ?%?|% ?(?:\(?(?:w|p|m|wt)\.?\/?(?:w|p|m|wt)\.?\)?|en masse|massique|by weight|by mass|weight|ponderal\w*|final\w*|finale?|formul\w*|in (?:the )?(?:formula|product|finished product)|dans (?:la )?(?:formule|le produit)|produit fini|produit|pf|total|inclusion|use|used|utilise|im produkt|nella formula|en la formula|en formula|peso|exact|reel|theorique|nominal)|(?:percentage|percent|pourcentages?|prozent|percentuale|porcentaje|procent|pct|wt\.? ?%|gew\.?-? ?%|masse-?%|concentrations?|conc\.?|konzentration|concentrazione|concentracion|teneurs?|taux|dosage|dose|dosierung|anteil|gehalt|contenuto|contenido|proportions?|quantites?|qte\.?|quantity|qty\.?|quantita|cantidad|amounts?|menge|einsatzkonzentration|usage level|use level|level|inclusion)(?: ?\(?(?:in )?(?:%|% ?m\/m|% ?w\/w|% ?p\/p|m\/m|w\/w|p\/p|g ?\/ ?100 ?g|g pour 100 g|wt ?%|en %|in %|massique|ponderale?)\)?)?(?: (?:dans la |in (?:the )?)?(?:formule|formula|produit|product))?|g ?\/ ?100 ?g|g pour 100 ?g|en %|in %)$/,
  ],
  [
    'grams',
    /^(?:g|gr|grammes?|grams?|gramm|grammi|gramos|(?:quantites?|qte\.?|quantity|qty|poids|masses?|weight|menge|gewicht|peso|quantita|cantidad|pesee|amount)(?: \(?(?:en |in )?(?:g|gr|grammes?|grams?)\)?)?|kg|mg|ml)$/,
  ],
  ['unit', /^(?:unites?|units?|einheit(?:en)?|unita|unidad(?:es)?|u\.?m\.?|uom)$/],
  [
    'cas',
    /^(?:(?:n°|no\.?|nr\.?|num\w*|nombre)? ?(?:de )?cas(?:[ -]?(?:n°|no\.?|nr\.?|num\w*|#|rn|code|registry number))?\.?|cas ?\/ ?(?:ec|einecs))$/,
  ],
  [
    'ec',
    /^(?:(?:n°|no\.?|nr\.?|num\w*)? ?(?:ec|ce|eg|einecs|elincs)(?:[ -]?(?:n°|no\.?|nr\.?|num\w*|#))?\.?(?: ?\/ ?(?:einecs|elincs|nlp|ec|ce))*)$/,
  ],
  [
    'trade_name',
    /^(?:trade ?-?names?|noms? commercia(?:l|ux)|commercial names?|trading name|product name|raw materials?(?: names?)?|matieres? premieres?|mp|nom (?:de la )?mp|handelsname|rohstoffe?|rohstoffname|nome commerciale|materi[ae] prim[ae]|materias? primas?|nombre comercial|produit commercial|reference commerciale|noms? fournisseur|marque commerciale|nom de la matiere.*)$/,
  ],
  [
    'supplier',
    /^(?:fournisseurs?|suppliers?|lieferant(?:en)?|fornitor[ei]|proveedor(?:es)?|fabricants?|manufacturer|hersteller|source|vendor|origine?)$/,
  ],
  [
    'function',
    /^(?:fonctions?|functions?|funktion(?:en)?|funzion[ei]|funcion(?:es)?|roles?|ruolo|rol|purpose|zweck|proprietes?)(?: (?:inci|cosing|cosmetique|principale))?$/,
  ],
  ['phase', /^(?:phases?|fas[ei]|fases|partie|part|teil)$/],
  [
    'rank',
    /^(?:n°|no\.?|nr\.?|#|num\.?|numero|rangs?|ordre|items?|pos\.?|position|ligne|line|s\.? ?no\.?|lfd\.? ?nr\.?|order)$/,
  ],
  [
    'code',
    /^(?:codes?(?: (?:mp|interne|article|produit|fournisseur|article))?|ref\.?|references?|article|artikel(?:nummer)?|sku|codice|codigo|item code|art\.? ?nr\.?)$/,
  ],
  [
    'note',
    /^(?:remarques?|commentaires?|notes?|comments?|observations?|bemerkung(?:en)?|osservazioni|observaciones|remarks?|info(?:rmations?)?|statut|status|bio|cosmos|naturalite|origine naturelle|lot|lots?|batch|prix|price|cout|cost)$/,
  ],
  [
    'inci',
    /^(?:inci(?:[ -]?(?:names?|eu|us|bezeichnung|list\w*|denomination|nom|name \(eu\)))?|n[ao]m(?:e|es|s)? inci|nombres? inci|denomina\w* inci|designations? inci|(?:ingredients?|ingredientes?|ingredienti|inhaltsstoffe?|composition|composants?|substances?) ?\(?inci\)?|inci ?\(.*\)|inci ?\/.*)$/,
  ],
  [
    'label',
    /^(?:ingredients?|ingredientes?|ingredienti|ingrediente|inhaltsstoffe?|bestandteile?|noms?|names?|nomes?|nombres?|designations?|denomina\w*|bezeichnung|libelles?|substances?|substanz(?:en)?|sostanz[ae]|sustancias?|composants?|components?|componenti?|componentes?|constituants?|constituents?|matieres?|nom chimique|chemical names?|produits?|products?|noms? des? (?:l ?)?(?:ingredients?|matieres?|composants?)|ingredient names?|description)$/,
  ],
];

/** What a cell is the head of. @returns null when it is none */
export function headOf(cell: string): Column | null {
  const text = withoutEnds(nameKey(cell), /[*"' ]/, /[*:"' ]/);
  if (!text || text.length > 60) return null;
  for (const one of [text, text.replace(/ ?[([][^()[\]]*[)\]]$/, '')])
    for (const [column, pattern] of HEADS) if (pattern.test(one)) return column;
  return null;
}

export type Title = 'phase' | 'total' | 'ph' | 'header' | 'title';

const PHASE_WORD = /^(?:phases?|fas[ei]s?|part|partie|teil)\b/;
const PHASE_END =
  /^(?:aqueous|water|oil|fat|fatty|wasser|ol|fett|cool(?:ing|down)?|heat|active|emulsion|powder|surfactant)[ -]?phase\b/;
/** « for 100 g / 3.6 oz », at the end of a title. */
const BATCH =
  /\b(?:for|pour|per|pro|fur|para|por|batch of|lot de) \d{2,5}(?:[.,]\d{1,2})? ?(?:g|gr|grams?|grammes?|kg|ml|l)\b\.?(?<other> ?\/ ?\d{1,5}(?:[.,]\d{1,3})? ?(?:oz|lbs?|fl\.? ?oz|g|kg|ml|l)\b\.?)?\)?$/;
const AMOUNT_IN_BRACKETS = /[([][^()[\]]*[)\]]/g;

/**
 * The title of a part of the formula, a total, a measure: shown, and not counted.
 * @returns null for what may be an ingredient
 */
export function titleOf(line: string): { title: Title; phase: string | null } | null {
  const whole = withoutEnds(nameKey(line), /[-–•*#=_ ]/, /[-–•*#=_: ]/);
  if (!whole) return { title: 'title', phase: null };
  // « Phase A … for 100 g / 3.6 oz »: how much is made is no amount of an ingredient.
  const made = BATCH.exec(whole);
  const text = made ? withoutEnds(whole.slice(0, made.index), null, /[-–:,( ]/) : whole;
  if (
    made &&
    (text === '' || (made.groups?.other !== undefined && !/\d ?(?:%|g\b)/.test(text))) &&
    !PHASE_WORD.test(text)
  )
    return { title: 'title', phase: null };
  if (
    /^(?:(?:sous[- ]?|sub[- ]?|grand )?totau?x?l?e?|totals?|somme|sum|summe|gesamt\w*|suma|somma)\b(?! (?:soluble|milk))/.test(
      text,
    )
  )
    return { title: 'total', phase: null };
  if (/^ph\b(?! ?-? ?(?:adj|ajust|reg|regul|correct|korrek|stell|balanc))/.test(text))
    return { title: 'ph', phase: null };
  const bare = text.replace(AMOUNT_IN_BRACKETS, ' ').replace(/\s+/g, ' ').trim();
  if (PHASE_WORD.test(bare) || PHASE_END.test(bare)) {
    const rest = bare.replace(PHASE_WORD, '').replace(/^[ :.\-–]+/, '');
    // « Phase A : Aqua 70 % » holds an ingredient; « Phase A : 35 % » and « Phase A : huileuse (35 %) » hold none.
    const holds = /^[a-z0-9]{1,3} ?[:.\-–)] ?(?!.*\bphase\b)(?=.*[a-z]{3}).*\d/.test(rest);
    const isShort = rest.replace(/\d+(?:[.,]\d+)? ?%?/, '').split(' ').length <= 5;
    if (!holds && isShort && !/\d/.test(rest.replace(/^[a-z]?\d/, '').replace(/(?<!\d)\d+(?:[.,]\d+)? ?%/, '')))
      return { title: 'phase', phase: phaseName(bare, rest) };
  }
  if (/^[a-h]\d?[ ).:\-–]*$/.test(text)) return { title: 'phase', phase: text.replace(/[^a-z0-9]/g, '').toUpperCase() };
  if (
    /^(?:ingredients?|inci(?: ?list| ?name)?|composition|liste? (?:inci|des ingredients)|formules?(?: (?:quanti|quali)\S*.*)?|formulation|ingredienti|ingredientes|inhaltsstoffe|rezeptur|formula(?:zione|cion)?|zusammensetzung)$/.test(
      text,
    )
  )
    return { title: 'title', phase: null };
  return null;
}

/** At most eight characters: « A », « huileuse ». */
function phaseName(bare: string, rest: string): string {
  const name =
    rest
      .replace(/[ -]?phase$/, '')
      .split(/ ?[:\-–] ?/)[0]
      ?.trim() || bare.replace(/[ -]?phase.*$/, '');
  return (name.length <= 2 ? name.toUpperCase() : name).slice(0, 8).trim();
}

/** Words with which a line begins that is an instruction, and no ingredient. */
const DOING =
  /^(?:puis |ensuite |then |dann )?(?:ajouter|ajoutez|melanger|melangez|chauffer|chauffez|refroidir|agiter|disperser|homogeneiser|emulsionner|peser|verser|incorporer|filtrer|conditionner|ajuster|laisser|porter|maintenir|introduire|dissoudre|rincer|appliquer|controler|preparer|add|mix|heat|cool|stir|weigh|pour|blend|disperse|homogenize|homogenise|adjust|combine|apply|shake|fill|rinse|ruhren|mischen|erhitzen|abkuhlen|zugeben|aggiungere|mescolare|scaldare|raffreddare|anadir|mezclar|calentar|enfriar|agitar)\b/;

const NOT_INGREDIENTS: readonly [RegExp, string][] = [
  [/@|https?:|www\./, 'Adresse électronique ou lien.'],
  [/^(?:tel|fax|phone|mobile|port|gsm)\b[ .:]|\+\d{2}[ .\d]{6,}|(?:\d{2}[ .]){4}\d{2}/, 'Numéro de téléphone.'],
  [
    /^(?:bonjour|bonsoir|hello|hi|dear|cher|chere|salut|madame|monsieur|hallo|guten tag|liebe|sehr geehrte|buongiorno|ciao|gentile|hola|estimad|buenos dias|good morning)\b/,
    'Salutation.',
  ],
  [
    /^(?:cordialement|bien (?:cordialement|a vous)|merci|bonne (?:journee|reception|soiree)|best|kind|regards|sincerely|thanks|thank you|cheers|mit freundlichen|viele grusse|danke|cordiali|distinti|grazie|saluti|un saludo|saludos|gracias|atentamente|salutations|a bientot)\b/,
    'Formule de politesse.',
  ],
  [
    /^(?:de|from|von|da|para|to|cc|objet|subject|betreff|oggetto|asunto|envoye|sent|date|le|gesendet|an) ?:|^le \d|^on .* wrote|a ecrit|^-+ ?(?:message|original)/,
    'En-tête de courriel.',
  ],
  [/\?$|!$/, 'Phrase, et non un ingrédient.'],
  [
    /^(?:date|version|lot|batch|page|code|ref|reference|produit|product|nom du produit|client|marque|formule n|formula n|formule|projet|project|auteur|author|edite|imprime|established|etabli|revision|rev|emission|responsable|fournisseur|supplier|fabricant|laboratoire|societe|company|n° ?(?:de )?(?:lot|formule)|categorie|category|type|format|contenance|usage|emballage|statut|status|valide|approved|prepared|checked|signature|kunde|produkt|datum|data|fecha|cliente|prodotto|producto)\b[^%]{0,40}[:=]/,
    'Renseignement, et non un ingrédient.',
  ],
  [
    /^(?:viscosit\w*|densit\w*|aspect|couleur|odeur|appearance|colou?r|odou?r|rendement|yield|temperature|stabilit\w*|point eclair|conductivit\w*|aussehen|farbe|geruch|dichte|aspetto|colore|odore|conservation|dlc|ddm|pao|prix|price|tva|remise|cout|humidite|humidity|specific gravity|batch size|taille (?:du |de )?lot)\b(?!.*(?:agent|modifier|control))/,
    'Mesure ou renseignement, et non un ingrédient.',
  ],
  [
    /origine? naturell?e|natural origin|issus? (?:de l|du|de)|agriculture biologique|organic farming|biologischem? anbau|(?:of|du) total\b|^\*+ ?\D|^\(?\d?\)? ?(?:certifie|certified)\b|^(?:contient|contains|enthalt|contiene|sans|without|free from|does not contain|ne contient)\b/,
    'Mention, et non un ingrédient.',
  ],
  [
    /^(?:confidentiel|confidential|vertraulich|page \d|\d+ ?\/ ?\d+$|fin|end|ende|document|copyright|©)/,
    'Mention, et non un ingrédient.',
  ],
  [/\b\d{1,2}[/.-]\d{1,2}[/.-](?:19|20)\d{2}\b|\b20\d{2}-\d{2}-\d{2}\b/, 'Date.'],
  // « Ph. Eur. » is a pharmacopoeia.
  [/€|(?<!\bph\. ?)\beur\b|\$|\bht\b|\bttc\b/, 'Prix.'],
];

/** Verbs and pronouns that make a sentence of a line. */
const SENTENCE =
  /\b(?:voici|veuillez|nous|vous|votre|notre|je|est|sont|etre|avons|avez|pouvez|merci|ci-joint|ci-dessous|please|find|attached|below|our|your|we|you|is|are|should|must|bitte|anbei|unsere|wir|ist|sind|siehe|ecco|trovate|nostra|sono|aqui|nuestra|adjunto|esta|selon|afin|pour les?|jusqu|pendant|until|during|while|minutes?|heures?|stunden)\b/;

/** « … (and) … »: several substances under one name. */
const MIXED_NAME = /\((?:and|et|und|e|y)\)/;

/** Why a line is no ingredient. @returns null for what may be one */
export function noiseOf(line: string): string | null {
  const text = nameKey(line)
    .replace(/^[-–•>" ]+/, '')
    .trim();
  if (!/\p{L}{2}/u.test(text)) return 'Pas de nom sur cette ligne.';
  if (DOING.test(text)) return 'Mode opératoire, et non un ingrédient.';
  for (const [pattern, reason] of NOT_INGREDIENTS) if (pattern.test(text)) return reason;
  if (SENTENCE.test(text) && text.split(' ').length >= 4) return 'Phrase, et non un ingrédient.';
  // A mixture is as long as what is in it.
  if (text.split(' ').length > 14 && !MIXED_NAME.test(text)) return 'Phrase, et non un ingrédient.';
  return null;
}

/** After these words come ingredients that may be there: shades, outside the total. */
export const MAY_CONTAIN =
  /^[[(]?\s*(?:(?:\+\s?\/\s?-|±)\s*:?|(?:may contain|peut contenir|peuvent contenir|kann enthalten|puo contenere|può contenere|puede contener)(?:\s*\(?\s*(?:\+\s?\/\s?-|±)\s*\)?)?\s*:?)\s*/i;
