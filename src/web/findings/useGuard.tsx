import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef, useState } from 'react';
import { type Control, getControl } from '#shared/control/control.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { dayOf, printDay, printDayOf } from '#shared/fields/date.ts';
import { answerFindings, type Finding } from '#shared/findings/finding.contract.ts';
import { FINDING_CODES, type FindingCode } from '#shared/findings/finding.ts';
import { type Formula, getFormula } from '#shared/formulas/formula.contract.ts';
import { getProduct } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import { type Corpus, listCorpora, listVerdicts } from '#shared/regulation/regulation.contract.ts';
import { sayVerdicts } from '#shared/regulation/regulation.print.ts';
import { ApiError, call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { LoadError } from '../ui/Page.tsx';
import { reasonFault } from './FindingAnswer.tsx';
import { FindingLines, isToBeSeen } from './Findings.tsx';
import { sayCounts } from './finding.counts.ts';

/** Findings that a dialog shows under one code; the tab has them all. */
const SHOWN = 5;

const isOpenRed = ({ level, answer }: Finding): boolean => level === 'rouge' && answer === null;

interface GuardOptions {
  enabled?: boolean;
  /** What the act itself mends: told, and no reason is asked. */
  mends?: FindingCode;
}

/**
 * What is looked at before something leaves the house: a signature, a document, a dossier. It says what is signed on and what
 * was found, and wants a reason for each red code; nothing is refused for a finding.
 * @returns `section` for the dialog; `leave` keeps the reasons, and says whether there is one for each
 */
export function useGuard(productId: string, { enabled = true, mends }: GuardOptions = {}) {
  const params = { id: productId };
  const control = useQuery({ ...queryOf(getControl, { params }), staleTime: 0, enabled });
  const { act, busy } = useAction();
  const [reasons, setReasons] = useState<Readonly<Partial<Record<FindingCode, string>>>>({});
  const [faults, setFaults] = useState<Readonly<Partial<Record<FindingCode, string>>>>({});
  const fields = useRef(new Map<FindingCode, HTMLElement>());
  const found = control.data?.data.findings ?? [];
  const isAsked = (one: Finding): boolean => isOpenRed(one) && one.code !== mends;
  const asked = [...Map.groupBy(found.filter(isAsked), ({ code }) => code)];
  const standing = useStanding(productId, enabled);
  // One in the trash has no file to look at, and its document is sealed all the same.
  const isGone = control.error instanceof ApiError && control.error.status === 404;

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
        const answers = asked.flatMap(([code, all]) =>
          all.map(({ key, basis }) => ({ key, basis, reason: reasons[code] ?? '' })),
        );
        await call(answerFindings, { params, body: { answers } });
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
          <Standing standing={standing} control={control.data.data} />
          <ByCode
            productId={productId}
            findings={found}
            isAsked={isAsked}
            mends={mends ?? null}
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
      ) : isGone ? (
        <Typography color="textSecondary">Ce produit n’est plus là : il n’a plus de dossier à relire.</Typography>
      ) : (
        <LoadError
          message="Le dossier n’a pas pu être lu."
          detail={control.error?.message ?? ''}
          onRetry={() => void control.refetch()}
        />
      )}
    </Box>
  );
  const isReady = isGone || (control.data !== undefined && !control.isFetching && standing.isRead);
  return { section, leave, busy, isReady };
}

/** On what it stands now, read anew each time a dialog asks. */
function useStanding(productId: string, enabled: boolean) {
  const params = { id: productId };
  const fresh = { staleTime: 0, enabled };
  const product = useQuery({ ...queryOf(getProduct, { params }), ...fresh });
  const formula = useQuery({ ...queryOf(getFormula, { params }), ...fresh });
  const corpora = useQuery({ ...queryOf(listCorpora), ...fresh });
  const isTable = formula.data?.data.mode === 'table';
  const verdicts = useQuery({ ...queryOf(listVerdicts, { params }), ...fresh, enabled: enabled && isTable });
  const all = [product, formula, corpora, ...(isTable ? [verdicts] : [])];
  return {
    product: product.data?.data,
    formula: formula.data?.data,
    corpora: corpora.data?.data,
    verdicts: verdicts.data?.data,
    /** What could not be read is said, and keeps nobody from leaving: the findings say what matters. */
    isRead: all.every(({ isFetching }) => !isFetching),
  };
}

/** Which file, and on what it stands now. */
function Standing({
  standing: { product, formula, corpora, verdicts },
  control: { covered, total, points },
}: {
  standing: ReturnType<typeof useStanding>;
  control: Control;
}) {
  const corpus = corpora?.find(({ active }) => active);
  const isCosmetic = product?.type_produit !== 'nettoyage';
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
    ...(isCosmetic
      ? ([
          [
            'Annexes',
            corpus
              ? `${sayCorpus(corpus)} ${verdicts?.length ? sayVerdicts(verdicts) : ''}`
              : corpora
                ? 'aucun corpus'
                : 'non lues',
          ],
          [
            'Article 11',
            `${counted(covered, 'point')} sur ${total}, partie A : ${partA.filter(({ state }) => state === 'couvert' || state === 'sans_objet').length} sur ${partA.length}`,
          ],
        ] as [string, string][])
      : ([['Points', `${covered} sur ${total}`]] as [string, string][])),
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
    ? `tableau, version ${revision}${updated_at ? `, saisie le ${printDayOf(updated_at)}` : ''}`
    : mode === 'file'
      ? 'un fichier joint : aucune annexe n’est lue'
      : 'un texte : aucune annexe n’est lue';

const sayCorpus = ({ date, imported_at }: Corpus): string =>
  `corpus du ${printDay(date ?? dayOf(new Date(imported_at)))}.`;

interface ByCodeProps {
  productId: string;
  findings: readonly Finding[];
  isAsked: (one: Finding) => boolean;
  mends: FindingCode | null;
  reasonOf: (code: FindingCode) => string;
  faultOf: (code: FindingCode) => string | null;
  onReason: (code: FindingCode, text: string) => void;
  onField: (code: FindingCode, field: HTMLElement | null) => void;
}

/** What was found, code by code, the red ones first; each red code asks for its reason. */
function ByCode({ productId, findings, isAsked, mends, reasonOf, faultOf, onReason, onField }: ByCodeProps) {
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
              {`Et ${counted(all.length - SHOWN, 'autre')}, dans l’onglet « Contrôle ».`}
            </Typography>
          )}
          {code === mends && (
            <Typography color="textSecondary">Ce que vous faites y met fin : aucune raison n’est demandée.</Typography>
          )}
          {all.some(isAsked) && (
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
