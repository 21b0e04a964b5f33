import { Ban, CircleCheck, CircleHelp, CircleSlash2, type LucideIcon, TriangleAlert } from 'lucide-react';
import { STATE_LABELS, type State } from '#shared/regulation/decide.opinion.ts';

/** How each verdict looks: a word, an icon, a colour of the theme; never the colour alone. */
export const VERDICTS: Record<
  State,
  { label: string; icon: LucideIcon; color: 'error' | 'warning' | 'success' | 'info' | 'default' }
> = {
  non_conforme: { label: STATE_LABELS.non_conforme, icon: Ban, color: 'error' },
  a_verifier: { label: STATE_LABELS.a_verifier, icon: TriangleAlert, color: 'warning' },
  inconnu: { label: STATE_LABELS.inconnu, icon: CircleHelp, color: 'warning' },
  dans_la_limite: { label: STATE_LABELS.dans_la_limite, icon: CircleCheck, color: 'success' },
  aucune_entree: { label: STATE_LABELS.aucune_entree, icon: CircleSlash2, color: 'default' },
};

/** What has to be looked at first comes first. */
const ORDER: readonly State[] = ['non_conforme', 'a_verifier', 'inconnu', 'dans_la_limite', 'aucune_entree'];
export const byUrgency = (a: State, b: State): number => ORDER.indexOf(a) - ORDER.indexOf(b);
