import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { getAssessment, suggestControlValues, updateAssessment } from '#shared/control/control.contract.ts';
import { excludedBy } from '#shared/control/excluded.ts';
import { getDetergent, updateDetergent } from '#shared/detergents/detergent.contract.ts';
import { listLots } from '#shared/lots/lot.contract.ts';
import type { RecordSection } from '#shared/regulation/conformity.fields.ts';
import { getConformity, updateConformity } from '#shared/regulation/regulation.contract.ts';
import { call } from '../api/client.ts';
import { queryOf, refreshFileOf } from '../api/query.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { type Suggest, SuggestContext } from '../fields/SuggestInput.tsx';
import { ProductContradictions, ProductProposals } from '../findings/ProductProposals.tsx';
import { useProduct } from '../products/useProduct.ts';
import { FieldGrid } from '../records/FieldGrid.tsx';
import { RecordEditor } from '../records/RecordEditor.tsx';
import type { Held } from '../records/record.ts';
import { Fold } from '../ui/Fold.tsx';
import { LoadError, Loading } from '../ui/Page.tsx';
import {
  ASSESSMENT_RECORD,
  CLEANING_RECORD,
  CONFORMITY_RECORD,
  type ControlForm,
  DETERGENT_RECORD,
  SAVED,
} from './control.record.ts';
import { warningsOf } from './control.warnings.ts';

type ControlHeld = Held & { readonly unread: readonly string[] } & Record<string, unknown>;

/** How each is read and saved. */
const CALLS = {
  conformity: {
    record: CONFORMITY_RECORD,
    read: async (id: string): Promise<object> => call(getConformity, { params: { id } }),
    save: async (id: string, body: object, headers: Record<string, string>): Promise<object> =>
      call(updateConformity, { params: { id }, body: body as never, headers }),
  },
  /** The same conformity as a cleaning product fills it: what it is not asked goes back as it came. */
  cleaning: {
    record: CLEANING_RECORD,
    read: async (id: string): Promise<object> => call(getConformity, { params: { id } }),
    save: async (id: string, body: object, headers: Record<string, string>): Promise<object> => {
      const { revision: _, updated_at: __, updated_by: ___, ...kept } = await call(getConformity, { params: { id } });
      return call(updateConformity, { params: { id }, body: { ...kept, ...body } as never, headers });
    },
  },
  detergent: {
    record: DETERGENT_RECORD,
    read: async (id: string): Promise<object> => call(getDetergent, { params: { id } }),
    save: async (id: string, body: object, headers: Record<string, string>): Promise<object> =>
      call(updateDetergent, { params: { id }, body: body as never, headers }),
  },
  assessment: {
    record: ASSESSMENT_RECORD,
    read: async (id: string): Promise<object> => call(getAssessment, { params: { id } }),
    save: async (id: string, body: object, headers: Record<string, string>): Promise<object> =>
      call(updateAssessment, { params: { id }, body: body as never, headers }),
  },
} as const;

/** What is read becomes what a form holds: it is named by its product. */
const heldOf = (id: string, answer: object): ControlHeld => {
  const { updated_at, ...values } = answer as Record<string, unknown> & { revision: number; updated_by: string | null };
  return { ...values, id, unread: [], updated_at: String(updated_at ?? '') };
};

export const ConformityPart = () => <ControlRecordPart kind="conformity" />;
export const CleaningConformityPart = () => <ControlRecordPart kind="cleaning" />;
export const DetergentPart = () => <ControlRecordPart kind="detergent" />;
export const AssessmentPart = () => <ControlRecordPart kind="assessment" />;

/** A record beside the form of a product, step by step: as the form, it saves itself and loses nothing. */
function ControlRecordPart({ kind }: { kind: keyof typeof CALLS }) {
  const { id, date_mise_marche } = useProduct();
  const { state } = useLocation();
  const { record, read } = CALLS[kind];
  const { data, error, isPending, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['products', 'control-record', kind, id],
    queryFn: async () => heldOf(id, await read(id)),
    refetchOnMount: 'always',
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Known before the form is drawn: its counts stand on them. What cannot be read excludes nothing.
  const facts = useQuery({ ...queryOf(getConformity, { params: { id } }), enabled: kind === 'assessment' });
  // The last lot is asked for where lots are.
  const lots = useQuery({ ...queryOf(listLots, { params: { id } }), enabled: kind === 'conformity' });
  const hasLots = (lots.data?.data.length ?? 0) > 0;
  const excluded = useMemo(
    () => (hasLots ? OF_LOTS : facts.data ? excludedBy(facts.data.data) : NOTHING),
    [facts.data, hasLots],
  );
  if (error && !data)
    return <LoadError message={record.words.loadFailed} detail={error.message} onRetry={() => void refetch()} />;
  if (isPending || !isFetchedAfterMount || facts.isLoading || lots.isLoading) return <Loading label="Chargement…" />;
  return (
    <Editor
      key={id}
      kind={kind}
      held={data}
      excluded={excluded}
      market={date_mise_marche}
      initialField={typeof state?.field === 'string' ? state.field : null}
    />
  );
}

interface EditorProps {
  kind: keyof typeof CALLS;
  held: ControlHeld;
  /** Fields that the facts of the product exclude. */
  excluded: ReadonlySet<string>;
  /** The day it is placed on the market. */
  market: string | null;
  /** The field or the file that is wanted. */
  initialField: string | null;
}

function Editor({ kind, held, excluded, market, initialField }: EditorProps) {
  const { record, read, save } = CALLS[kind];
  const mayWrite = useMay('write');
  const { id } = held;
  const client = useQueryClient();
  const navigate = useNavigate();
  const { sections, fields }: ControlForm = record;
  const steps = useMemo(() => sections.map(({ title }) => ({ title })), [sections]);
  const initialStep = Math.max(0, initialField === null ? 0 : stepOf(sections, initialField));
  const warnings = useMemo(() => warningsOf(market), [market]);
  // Out of what is to be filled, unless somebody did all the same.
  const standsIn = useCallback((field: { name: string }) => excluded.has(field.name), [excluded]);
  const home = `/products/${id}${PART_PATHS.control}`;
  return (
    <SuggestContext value={suggest}>
      <Proposing productId={id} kind={kind}>
        <RecordEditor<ControlHeld, typeof SAVED>
          kind={record.kind}
          held={held}
          mayWrite={mayWrite}
          steps={steps}
          initialStep={initialStep}
          initialField={initialField}
          words={record.words}
          finishAs={SAVED}
          isRequired={never}
          standsIn={standsIn}
          reviewOf={nothing}
          isPart
          addressOf={() => home}
          create={() => Promise.reject(new Error('a record of a product is there with it'))}
          update={async ({ payload, revision }) => {
            const saved = heldOf(id, await save(id, payload as object, { 'If-Match': `"${revision}"` }));
            client.setQueryData(['products', 'control-record', kind, id], saved);
            refreshFileOf(client, id);
            return saved;
          }}
          read={async (one) => heldOf(one, await read(one))}
          onCreated={never}
          waysOn={() => [{ label: 'Voir les points', run: () => navigate(home) }]}
          onSaved={() => undefined}
        >
          {(step) => (
            <>
              <FieldGrid
                fields={fields.filter((field) => field.step === step && !excluded.has(field.name))}
                isRequired={never}
                disabled={!mayWrite}
                warnings={warnings}
              />
              <NotAsked
                title={
                  excluded === OF_LOTS ? 'Dernier lot : celui de l’onglet « Suivi »' : 'Ne concerne pas ce produit'
                }
                fields={fields.filter((field) => field.step === step && excluded.has(field.name))}
                disabled={!mayWrite || excluded === OF_LOTS}
              />
              {(sections[step]?.files ?? []).map((file) => (
                <Box component="section" key={file.key} id={`file-${file.key}`} aria-label={file.label} sx={{ mt: 3 }}>
                  <Typography variant="h3" sx={{ mb: 1 }}>
                    {file.label}
                  </Typography>
                  <Attachments
                    productId={id}
                    ensureProduct={async () => id}
                    fieldKey={file.key}
                    disabled={!mayWrite}
                    addLabel="Joindre un fichier"
                  />
                </Box>
              ))}
            </>
          )}
        </RecordEditor>
      </Proposing>
    </SuggestContext>
  );
}

/** Its empty fields with what other rooms say of them; a cleaning product’s own record has no twin. */
const Proposing = ({
  productId,
  kind,
  children,
}: {
  productId: string;
  kind: keyof typeof CALLS;
  children: ReactNode;
}) =>
  kind === 'detergent' ? (
    children
  ) : (
    <ProductProposals productId={productId} record={kind === 'cleaning' ? 'conformity' : kind}>
      <ProductContradictions productId={productId} record={kind === 'cleaning' ? 'conformity' : kind} />
      {children}
    </ProductProposals>
  );

/** What is not asked here: folded, and there for who wants it. */
function NotAsked({ title, fields, disabled }: { title: string; fields: ControlForm['fields']; disabled: boolean }) {
  if (fields.length === 0) return null;
  return (
    <Box sx={{ mt: 2 }}>
      <Fold title={title}>
        <FieldGrid fields={fields} isRequired={never} disabled={disabled} />
      </Fold>
    </Box>
  );
}

/** What other products say in the same field. */
const suggest: Suggest = (field, search) => call(suggestControlValues, { query: { field, search } });

/** What the lots of a product say of the last one. */
const OF_LOTS: ReadonlySet<string> = new Set(['dernier_lot_numero', 'dernier_lot_date']);
const never = (): false => false;
const NOTHING: ReadonlySet<string> = new Set();
const nothing = (): readonly string[] => [];

/** The section in which a field or a file stands. */
const stepOf = (sections: readonly RecordSection[], name: string): number =>
  sections.findIndex(
    ({ fields, files }) => fields.some((field) => field.name === name) || files.some(({ key }) => key === name),
  );
