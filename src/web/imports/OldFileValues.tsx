import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useMemo, useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { type FieldValue, isFilled } from '#shared/fields/field.ts';
import {
  applyImportedDocument,
  type Confidence,
  type ImportedDocument,
  type Proposal,
} from '#shared/imports/document.contract.ts';
import { isSameValue } from '#shared/imports/sheet.values.ts';
import type { Product } from '#shared/products/product.contract.ts';
import { type FieldName, getField, STEP_LIST } from '#shared/products/product.fields.ts';
import { call, type Reply } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { type Lit, placeName } from './OldFile.tsx';

interface Props {
  importId: string;
  found: ImportedDocument;
  /** `new` for a product to be made; `null` before one is chosen. */
  productId: string | null;
  product: Reply<Product> | null;
  lit: Lit | null;
  onLight: (lit: Lit) => void;
}

const CONFIDENCE: Record<Confidence, { label: string; color: 'success' | 'info' | 'warning' }> = {
  sure: { label: 'Sûr', color: 'success' },
  likely: { label: 'Probable', color: 'info' },
  check: { label: 'À vérifier', color: 'warning' },
};

/** What each field would hold: ticked where nothing else can be meant and nothing is replaced, taken all at once. */
export function OldFileValues({ importId, found, productId, product, lit, onLight }: Props) {
  const { act, busy } = useAction();
  const current = (field: string): FieldValue => product?.data[field as FieldName] ?? null;
  const isKept = ({ field, value }: Proposal): boolean =>
    isFilled(current(field)) && isSameValue(current(field), value);
  const isFree = ({ field }: Proposal): boolean => !isFilled(current(field));
  const { proposals } = found;
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(proposals.filter((one) => one.confidence === 'sure' && isFree(one)).map(({ field }) => field)),
  );
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({});
  const [attach, setAttach] = useState(!found.attached);
  /** Of one choice: a call that is sent again writes nothing twice. */
  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice is another call
  const key = useMemo(() => crypto.randomUUID(), [ticked, chosen, attach, product?.etag]);
  const pickedOf = ({ field, value, others }: Proposal): FieldValue => {
    const at = chosen[field] ?? 0;
    return at === 0 ? value : (others[at - 1]?.value ?? null);
  };
  const tick = (fields: readonly string[], on: boolean): void =>
    setTicked((before) => {
      const next = new Set(before);
      for (const field of fields) {
        if (on) next.add(field);
        else next.delete(field);
      }
      return next;
    });
  const taken = proposals.filter((one) => ticked.has(one.field) && !isKept(one));
  const likely = proposals.filter((one) => one.confidence === 'likely' && isFree(one) && !ticked.has(one.field));
  const apply = async (): Promise<void> => {
    if (productId === null) return;
    const headers: Record<string, string> = { 'Idempotency-Key': key };
    if (product?.etag) headers['If-Match'] = product.etag;
    const done = await act(
      () =>
        call(applyImportedDocument, {
          params: { id: importId, doc: found.id },
          body: {
            product_id: productId,
            accept: taken.map((one) => ({ field: one.field as FieldName, value: pickedOf(one) })),
            attach,
          },
          headers,
        }),
      {
        done: ({ product_id }) => ({
          message: `${counted(taken.length, 'valeur reprise', 'valeurs reprises')}.`,
          action: { label: 'Ouvrir le produit', href: `/products/${product_id}` },
        }),
        refresh: ['imports', 'products'],
      },
    );
    if (done) setTicked(new Set());
  };
  const steps = STEP_LIST.map(({ title }, step) => ({
    title,
    rows: proposals.filter(({ field }) => getField(field as FieldName).step === step),
  })).filter(({ rows }) => rows.length > 0);
  return (
    <Card component="section" aria-label="Ce que dit le document" sx={{ p: 2.5 }}>
      <Typography variant="h2">Ce que dit le document</Typography>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        {proposals.length === 0
          ? 'Aucune valeur n’a été reconnue. Vous pouvez joindre le document au produit.'
          : 'Est coché ce qui est sûr et ne remplace rien. Le reste vous attend.'}
      </Typography>
      {likely.length > 0 && (
        <Button
          size="small"
          onClick={() =>
            tick(
              likely.map(({ field }) => field),
              true,
            )
          }
        >
          {`Cocher aussi ${counted(likely.length, 'valeur probable', 'valeurs probables')}`}
        </Button>
      )}
      {steps.map(({ title, rows }) => (
        <Box key={title} sx={{ mt: 1.5 }}>
          <Typography variant="h3">{title}</Typography>
          <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {rows.map((one) => (
              <Row
                key={one.field}
                proposal={one}
                current={current(one.field)}
                isKept={isKept(one)}
                isTicked={ticked.has(one.field)}
                isLit={lit?.place === one.place}
                chosen={chosen[one.field] ?? 0}
                onTick={(on) => tick([one.field], on)}
                onChoose={(at) => {
                  setChosen({ ...chosen, [one.field]: at });
                  tick([one.field], true);
                }}
                onLight={onLight}
              />
            ))}
          </Box>
        </Box>
      ))}
      {product?.data.status === 'VALIDATED' && taken.length > 0 && (
        <Alert severity="warning" sx={{ mt: 2 }}>
          Ce produit est validé : son statut reste, et la fiche devient « modifiée depuis sa validation ».
        </Alert>
      )}
      <Stack
        direction="row"
        sx={{
          gap: 2,
          alignItems: 'center',
          flexWrap: 'wrap',
          mt: 2,
          pt: 1.5,
          borderTop: 1,
          borderColor: 'divider',
          position: 'sticky',
          bottom: 0,
          bgcolor: 'background.paper',
          pb: 1,
        }}
      >
        <Button
          variant="contained"
          loading={busy}
          disabled={productId === null || (taken.length === 0 && !attach)}
          onClick={() => void apply()}
        >
          {buttonLabel({ productId, count: taken.length, attach })}
        </Button>
        <FormControlLabel
          control={<Checkbox checked={attach} onChange={(event) => setAttach(event.target.checked)} />}
          label="Joindre le document au produit"
        />
      </Stack>
    </Card>
  );
}

const buttonLabel = ({
  productId,
  count,
  attach,
}: {
  productId: string | null;
  count: number;
  attach: boolean;
}): string => {
  if (productId === null) return 'Choisissez d’abord le produit';
  if (productId === 'new') return count > 0 ? `Créer le produit avec ${counted(count, 'valeur')}` : 'Créer le produit';
  if (count > 0) return `Reprendre ${counted(count, 'valeur')}`;
  return attach ? 'Joindre le document' : 'Rien à reprendre';
};

interface RowProps {
  proposal: Proposal;
  current: FieldValue;
  /** The product holds it already. */
  isKept: boolean;
  isTicked: boolean;
  isLit: boolean;
  /** 0 for the value that is proposed, then those that the document says elsewhere. */
  chosen: number;
  onTick: (on: boolean) => void;
  onChoose: (at: number) => void;
  onLight: (lit: Lit) => void;
}

function Row({ proposal, current, isKept, isTicked, isLit, chosen, onTick, onChoose, onLight }: RowProps) {
  const { field: name, value, raw, place, confidence, reasons, others } = proposal;
  const field = getField(name as FieldName);
  const { label, color } = CONFIDENCE[confidence];
  const print = (one: FieldValue): string => printValueWithUnit(field, one);
  const at = chosen === 0 ? { raw, place } : (others[chosen - 1] ?? { raw, place });
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr) auto',
        columnGap: 1,
        alignItems: 'start',
        py: 0.75,
        borderTop: 1,
        borderColor: 'divider',
        ...(isLit ? { bgcolor: 'action.selected' } : {}),
      }}
    >
      <Checkbox
        size="small"
        checked={isTicked && !isKept}
        disabled={isKept}
        onChange={(event) => onTick(event.target.checked)}
        slotProps={{ input: { 'aria-label': `Reprendre « ${field.label} »` } }}
      />
      <Box sx={{ minWidth: 0 }}>
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem' }}>
          {field.label}
        </Typography>
        {others.length > 0 ? (
          <TextField
            select
            size="small"
            fullWidth
            hiddenLabel
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': `Valeur de « ${field.label} »` } } }}
          >
            {[value, ...others.map((one) => one.value)].map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a value is known by its rank
              <MenuItem key={index} value={index} sx={{ whiteSpace: 'normal' }}>
                {print(one)}
              </MenuItem>
            ))}
          </TextField>
        ) : (
          <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line', ...CLAMPED }}>{print(value)}</Typography>
        )}
        {isKept ? (
          <Small>Le produit dit déjà cela.</Small>
        ) : (
          isFilled(current) && (
            <Small>
              {'Remplace : '}
              <s>{print(current)}</s>
            </Small>
          )
        )}
        {reasons.map((reason) => (
          <Small key={reason}>{reason}</Small>
        ))}
        <MuiLink
          component="button"
          type="button"
          onClick={() => onLight(at)}
          sx={{ fontSize: '0.82rem', textAlign: 'left' }}
        >
          {placeName(at.place)}
        </MuiLink>
      </Box>
      <Chip size="small" variant="outlined" color={color} label={label} />
    </Box>
  );
}

/** Long texts are read in the document. */
const CLAMPED = {
  display: '-webkit-box',
  WebkitLineClamp: 6,
  WebkitBoxOrient: 'vertical',
  overflow: 'hidden',
} as const;

const Small = ({ children }: { children: ReactNode }) => (
  <Typography color="textSecondary" sx={{ fontSize: '0.82rem', overflowWrap: 'anywhere' }}>
    {children}
  </Typography>
);
