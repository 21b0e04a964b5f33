import { type Classified, type ClpClass, LACTATION } from './clp.classes.ts';

/** Pictogram and signal word of a class. Annex I, tables of labelling elements of parts 2 to 5. */
export function elementsOf({ classe, categorie }: Classified): {
  pictogramme: string | null;
  signal: 'Danger' | 'Attention' | null;
} {
  switch (classe) {
    case 'Asp. Tox.':
      return { pictogramme: 'GHS08', signal: 'Danger' };
    case 'ED HH':
    case 'ED ENV':
      return { pictogramme: null, signal: categorie === '1' ? 'Danger' : 'Attention' };
    case 'Flam. Gas':
      return categorie === '2'
        ? { pictogramme: null, signal: 'Attention' }
        : { pictogramme: 'GHS02', signal: 'Danger' };
    case 'Aerosol':
      return { pictogramme: categorie === '3' ? null : 'GHS02', signal: categorie === '1' ? 'Danger' : 'Attention' };
    case 'Flam. Liq.':
      return { pictogramme: 'GHS02', signal: categorie === '3' ? 'Attention' : 'Danger' };
    case 'Flam. Sol.':
      return { pictogramme: 'GHS02', signal: categorie === '1' ? 'Danger' : 'Attention' };
    case 'Ox. Liq.':
    case 'Ox. Sol.':
      return { pictogramme: 'GHS03', signal: categorie === '3' ? 'Attention' : 'Danger' };
    case 'Met. Corr.':
      return { pictogramme: 'GHS05', signal: 'Attention' };
    case 'Ozone':
      return { pictogramme: 'GHS07', signal: 'Attention' };
    case 'Acute Tox. orale':
    case 'Acute Tox. cutanee':
    case 'Acute Tox. gaz':
    case 'Acute Tox. vapeurs':
    case 'Acute Tox. poussieres':
      return categorie === '4'
        ? { pictogramme: 'GHS07', signal: 'Attention' }
        : { pictogramme: 'GHS06', signal: 'Danger' };
    case 'Skin Corr.':
    case 'Eye Dam.':
      return { pictogramme: 'GHS05', signal: 'Danger' };
    case 'Skin Irrit.':
    case 'Eye Irrit.':
    case 'Skin Sens.':
      return { pictogramme: 'GHS07', signal: 'Attention' };
    case 'Resp. Sens.':
      return { pictogramme: 'GHS08', signal: 'Danger' };
    case 'Muta.':
    case 'Carc.':
    case 'Repr.':
      if (categorie === LACTATION) return { pictogramme: null, signal: null };
      return { pictogramme: 'GHS08', signal: categorie === '2' ? 'Attention' : 'Danger' };
    case 'STOT SE':
    case 'STOT RE':
      if (categorie === '3') return { pictogramme: 'GHS07', signal: 'Attention' };
      return { pictogramme: 'GHS08', signal: categorie === '1' ? 'Danger' : 'Attention' };
    case 'Aquatic Acute':
      return { pictogramme: 'GHS09', signal: 'Attention' };
    case 'Aquatic Chronic':
      if (categorie === '1') return { pictogramme: 'GHS09', signal: 'Attention' };
      return { pictogramme: categorie === '2' ? 'GHS09' : null, signal: null };
  }
}

/**
 * Pictograms and signal word of a conclusion. Articles 20, 26 and 28. What corrodes metals alone, packaged for consumers, bears no
 * GHS05: annex I, 1.3.6.
 */
export function labelOf(
  classes: readonly Classified[],
  { isForConsumers }: { isForConsumers: boolean },
): { pictogrammes: string[]; signal: 'Danger' | 'Attention' | null } {
  const corrodes = classes.some(({ classe }) => classe === 'Skin Corr.' || classe === 'Eye Dam.');
  const elements = classes.map((one) => {
    const { pictogramme, signal } = elementsOf(one);
    const isSpared = one.classe === 'Met. Corr.' && isForConsumers && !corrodes;
    return { one, signal, pictogramme: isSpared ? null : pictogramme };
  });
  const signals = elements.map(({ signal }) => signal);
  const shown = (pictogramme: string): boolean => elements.some((one) => one.pictogramme === pictogramme);
  const isRespiratory = classes.some(({ classe }) => classe === 'Resp. Sens.');
  const irritates: readonly ClpClass[] = ['Skin Irrit.', 'Eye Irrit.'];
  /** Article 26(1) b, c and d: which exclamation marks a graver pictogram takes away. */
  const isEnded = (one: Classified): boolean =>
    shown('GHS06') ||
    (shown('GHS05') && irritates.includes(one.classe)) ||
    (isRespiratory && [...irritates, 'Skin Sens.'].includes(one.classe));
  const kept = elements.flatMap(({ one, pictogramme }) =>
    pictogramme === null || (pictogramme === 'GHS07' && isEnded(one)) ? [] : [pictogramme],
  );
  return {
    pictogrammes: [...new Set(kept)].toSorted(),
    signal: signals.includes('Danger') ? 'Danger' : signals.includes('Attention') ? 'Attention' : null,
  };
}
