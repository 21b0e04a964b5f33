import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { type Control, getControl } from '#shared/control/control.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { answerFinding, type Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { type Formula, getFormula } from '#shared/formulas/formula.contract.ts';
import { getProduct } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { type Corpus, listCorpora, listVerdicts } from '#shared/regulation/regulation.contract.ts';
import { sayVerdicts } from '#shared/regulation/regulation.print.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError } from '../ui/Page.tsx';
import { reasonFault } from './FindingAnswer.tsx';
import { FindingLines, isToBeSeen, sayCounts } from './Findings.tsx';

/** Findings that a dialog shows under one code; the tab has them all. */
const SHOWN = 5;

const isOpenRed = ({ level, answer }: Finding): boolean => level === 'rouge' && answer === null;

/**
 * What is looked at before something leaves the house: a signature, a document, a dossier. It says what is signed on and what
 * was found, and wants a reason for each red code; nothing is refused for a finding.
 * @returns `section` for the dialog; `leave` keeps the reasons, and says whether there is one for each
 */
export function useGuard(productId: string, { enabled = true }: { enabled?: boolean } = {}) {
  const params = { id: productId };
  const control = useQuery({ ...queryOf(getControl, { params }), staleTime: 0, enabled });
  const { act, busy } = useAction();
  const [reasons, setReasons] = useState<Readonly<Partial<Record<FindingCode, string>>>>({});
  const [faults, setFaults] = useState<Readonly<Partial<Record<FindingCode, string>>>>({});
  const fields = useRef(new Map<FindingCode, HTMLElement>());
  const found = control.data?.data.findings ?? [];
  const asked = [...Map.groupBy(found.filter(isOpenRed), ({ code }) => code)];

  const leave = async (): Promise<boolean> => {
    const wrong = asked.flatMap(([code]) => {
      const fault = reasonFault(reasons[code] ?? '');
      return fault === null ? [] : [[code, fault] as const];
    });
    setFaults(Object.fromEntries(wrong));
    const [first] = wrong;
    if (first) {
      fields.current.get(first[0])?.focus();
      return false;
    }
    if (asked.length === 0) return true;
    const kept = await act(
      async () => {
        for (const [code, all] of asked)
          for (const { key } of all)
            await call(answerFinding, { params: { ...params, key }, body: { reason: reasons[code] ?? '' } });
        return true;
      },
      { failed: 'La raison n’a pas été gardée : rien n’est parti.', refresh: ['products'] },
    );
    return kept === true;
  };

  const section = (
    <Box component="section" aria-label="Dans le dossier" sx={{ mt: 2, display: 'grid', gap: 1.5 }}>
      {control.isPending ? (
        <Typography role="status">Lecture du dossier…</Typography>
      ) : control.data ? (
        <>
          <Standing productId={productId} control={control.data.data} />
          <ByCode
            productId={productId}
            findings={found}
            reasonOf={(code) => reasons[code] ?? ''}
            faultOf={(code) => faults[code] ?? null}
            onReason={(code, text) => {
              setReasons((before) => ({ ...before, [code]: text }));
              setFaults(({ [code]: _, ...others }) => others);
            }}
            onField={(code, field) => {
              if (field) fields.current.set(code, field);
            }}
          />
        </>
      ) : (
        <LoadError
          message="Le dossier n’a pas pu être lu."
          detail={control.error?.message ?? ''}
          onRetry={() => void control.refetch()}
        />
      )}
    </Box>
  );
  return { section, leave, busy, isReady: control.data !== undefined };
}

/** Which file, and on what it stands now. */
function Standing({ productId, control: { covered, total, points } }: { productId: string; control: Control }) {
  const params = { id: productId };
  const product = useQuery(queryOf(getProduct, { params })).data?.data;
  const formula = useQuery(queryOf(getFormula, { params })).data?.data;
  const corpus = useQuery(queryOf(listCorpora)).data?.data.find(({ active }) => active);
  const verdicts = useQuery({
    ...queryOf(listVerdicts, { params }),
    enabled: formula?.mode === 'table',
  }).data?.data;
  const partA = points.filter(({ key }) => key.startsWith('A'));
  const facts: [label: string, text: string][] = [
    [
      'Produit',
      product
        ? [
            productLabel(product),
            product.ref_formule,
            product.ref_produit,
            product.version && `version ${product.version}`,
          ]
            .filter(Boolean)
            .join(', ')
        : '…',
    ],
    ['Formule', formula ? sayFormula(formula) : '…'],
    ['Annexes', corpus ? `${sayCorpus(corpus)} ${verdicts?.length ? sayVerdicts(verdicts) : ''}` : 'aucun corpus'],
    [
      'Article 11',
      `${counted(covered, 'point')} sur ${total}, partie A : ${partA.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length} sur ${partA.length}`,
    ],
  ];
  return (
    <Box
      component="dl"
      sx={{ m: 0, display: 'grid', gridTemplateColumns: { sm: '110px 1fr' }, columnGap: 2, rowGap: 0.5 }}
    >
      {facts.map(([label, text]) => (
        <Fragment key={label}>
          <Typography component="dt" color="textSecondary" sx={{ fontSize: '0.9rem' }}>
            {label}
          </Typography>
          <Typography component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {text}
          </Typography>
        </Fragment>
      ))}
    </Box>
  );
}

const sayFormula = ({ mode, revision, updated_at }: Formula): string =>
  mode === 'table'
    ? `tableau, version ${revision}${updated_at ? `, saisie le ${printDay(dayOf(new Date(updated_at)))}` : ''}`
    : mode === 'file'
      ? 'un fichier joint : aucune annexe n’est lue'
      : 'un texte : aucune annexe n’est lue';

const sayCorpus = ({ date, imported_at }: Corpus): string =>
  `corpus du ${printDay(date ?? dayOf(new Date(imported_at)))}.`;

interface ByCodeProps {
  productId: string;
  findings: readonly Finding[];
  reasonOf: (code: FindingCode) => string;
  faultOf: (code: FindingCode) => string | null;
  onReason: (code: FindingCode, text: string) => void;
  onField: (code: FindingCode, field: HTMLElement | null) => void;
}

/** What was found, code by code, the red ones first; each red code asks for its reason. */
function ByCode({ productId, findings, reasonOf, faultOf, onReason, onField }: ByCodeProps) {
  const told = findings.filter(isToBeSeen);
  if (told.length === 0) return <Typography color="textSecondary">Aucune remarque sur le dossier.</Typography>;
  const counts = {
    rouge: told.filter(({ level }) => level === 'rouge').length,
    orange: told.filter(({ level }) => level === 'orange').length,
  };
  return (
    <>
      <Typography variant="h3">{`Dans le dossier : ${sayCounts(counts).toLowerCase()}`}</Typography>
      {[...Map.groupBy(told, ({ code }) => code)].map(([code, all]) => (
        <Box key={code} sx={{ display: 'grid', gap: 1 }}>
          <Typography sx={{ fontWeight: 600, fontSize: '0.92rem' }}>
            {`${FINDING_CODES[code].label}${all.length > 1 ? ` (${all.length})` : ''}`}
          </Typography>
          <FindingLines productId={productId} findings={all.slice(0, SHOWN)} mayAnswer={false} />
          {all.length > SHOWN && (
            <Typography color="textSecondary">
              {`Et ${counted(all.length - SHOWN, 'autre')}, dans l’onglet « Prêt pour un contrôle ».`}
            </Typography>
          )}
          {all.some(isOpenRed) && (
            <TextField
              multiline
              required
              minRows={2}
              label="Pourquoi le dossier part malgré cela"
              value={reasonOf(code)}
              error={faultOf(code) !== null}
              helperText={faultOf(code) ?? 'Gardé avec votre nom et la date, et imprimé dans le dossier.'}
              inputRef={(field: HTMLElement | null) => onField(code, field)}
              onChange={(event) => onReason(code, event.target.value)}
            />
          )}
        </Box>
      ))}
    </>
  );
}
