import { standsAt } from '../attachments/attachment.place.ts';
import { printDay } from '../fields/date.ts';
import { isFilled } from '../fields/field.ts';
import { claimFileKey } from './claims.ts';
import { type ControlState, type Finders, lacking, type Need, ofConformity, ofForm } from './point.needs.ts';

/** The last day on which a GMP certificate holds: the latest of what is typed and of what its files say, which are renewed. */
export const gmpExpiryOf = ({ conformity, files }: Pick<ControlState, 'conformity' | 'files'>): string | null =>
  [
    conformity.bpf_expiration,
    ...files
      .filter((file) => standsAt(file, 'bpf_certificat') || file.kind === 'BPF')
      .map(({ expires_on }) => expires_on ?? null),
  ]
    .filter((day) => day !== null)
    .toSorted()
    .at(-1) ?? null;

/** Claims with their proofs, or that there are none: of both kinds of products. */
export const claimNeeds = (state: ControlState): Need[] =>
  state.claims.length === 0
    ? [{ ok: false, text: 'Les allégations du produit et leurs preuves, ou qu’il n’y en a pas', field: 'claims' }]
    : state.claims.map(({ id, texte, preuve }) => ({
        ok: preuve !== null && state.files.some((file) => standsAt(file, claimFileKey(id))),
        text: preuve === null ? `« ${texte} » : la nature de la preuve` : `« ${texte} » : le fichier de la preuve`,
        field: 'claims',
      }));

/** What article 11 asks beside the report. */
export const FILE_FINDERS: Finders<'11-2-c-methode' | '11-2-c-bpf' | '11-2-d' | '11-2-e'> = {
  '11-2-c-methode': (state) => ({ needs: ofForm(state, 'infos_fabrication') }),
  '11-2-c-bpf': (state) => {
    const expiry = gmpExpiryOf(state);
    return {
      needs: [
        ...ofConformity(state, 'bpf_declaration', 'bpf_site'),
        ...lacking([
          {
            ok: expiry === null || expiry >= state.today,
            text: `Le certificat BPF a expiré, il valait jusqu’au ${printDay(expiry ?? state.today)}`,
            field: 'bpf_expiration',
          },
        ]),
      ],
      hasSome: isFilled(state.conformity.bpf_signataire) || isFilled(expiry),
    };
  },

  '11-2-d': (state) => ({ needs: claimNeeds(state), hasSome: state.claims.length > 0 }),

  '11-2-e': (state) => ({ needs: ofConformity(state, 'animaux_declaration', 'animaux_date', 'animaux_signataire') }),
};
