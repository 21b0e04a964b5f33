import Autocomplete from '@mui/material/Autocomplete';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { INTAKE_KINDS, type IntakeKind } from '#shared/intake/intake.contract.ts';
import { materialEndpoints } from '#shared/materials/material.contract.ts';
import { getProduct, listProducts } from '#shared/products/product.contract.ts';
import { productLabel } from '#shared/products/product.label.ts';
import {
  createRequest,
  REQUEST_LIMITS,
  type SupplierRequest,
  updateRequest,
} from '#shared/requests/request.contract.ts';
import { REQUEST_LISTS } from '#shared/requests/request.lists.ts';
import { call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { useDelayed } from '../ui/useDelayed.ts';

interface Of {
  type: 'material' | 'product';
  id: string;
  label: string;
  /** Of a raw material. */
  supplier?: string | null;
}
interface Row {
  rank: number;
  kind: IntakeKind | null;
  label: string;
  required: boolean;
}

const FIRST_LIST = 'matiere';
const DUE_DAYS = 14;
let lastRank = 0;
const rowsOf = (list: string): Row[] =>
  (REQUEST_LISTS[list]?.items ?? []).map((one) => {
    lastRank += 1;
    return { rank: lastRank, ...one };
  });

interface Props {
  request: SupplierRequest | null;
  /** Where one comes from. */
  productId: string | null;
  onClose: () => void;
}

/** A request, written: what is bought, from whom, which documents, for when. */
export function RequestDialog({ request, productId, onClose }: Props) {
  const { act, busy } = useAction();
  const isRead = request?.state === 'sent';
  const [of, setOf] = useState<Of | null>(request?.items[0]?.for ?? null);
  const [texts, setTexts] = useState({
    supplier: request?.supplier ?? '',
    email: request?.email ?? '',
    message: request?.message ?? '',
  });
  const [due, setDue] = useState(request?.due_on ?? daysAfter(dayOf(new Date()), DUE_DAYS));
  const [reminding, setReminding] = useState(request?.reminding ?? true);
  const [rows, setRows] = useState<Row[]>(() =>
    request
      ? request.items.map(({ kind, label, required }) => {
          lastRank += 1;
          return { rank: lastRank, kind, label, required };
        })
      : rowsOf(FIRST_LIST),
  );
  const [fault, setFault] = useState<Record<string, string>>({});
  const choose = (next: Of | null): void => {
    setOf(next);
    if (next?.supplier && texts.supplier === '') setTexts({ ...texts, supplier: next.supplier });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFault({});
    if (!of) {
      setFault({ for: 'Choisissez la matière première ou le produit.' });
      return;
    }
    const items = isRead
      ? (request?.items ?? []).map(({ kind, label, for: { type, id }, required }) => ({
          kind,
          label,
          for: { type, id },
          required,
        }))
      : rows.map(({ kind, label, required }) => ({ kind, label, required, for: { type: of.type, id: of.id } }));
    const body = { ...texts, message: texts.message || null, due_on: due, reminding, items };
    const saved = await act(
      async () => {
        try {
          return await (request
            ? call(updateRequest, {
                params: { id: request.id },
                body: body as never,
                headers: { 'If-Match': `"${request.revision}"` },
              })
            : call(createRequest, { body }));
        } catch (problem) {
          setFault(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'La demande est enregistrée.', refresh: ['requests', 'products', 'deadlines'] },
    );
    if (saved) onClose();
  };
  const field = (name: keyof typeof texts, label: string, helper?: string) => (
    <TextField
      label={label}
      value={texts[name]}
      required={name !== 'message'}
      multiline={name === 'message'}
      minRows={name === 'message' ? 2 : undefined}
      disabled={isRead && name !== 'message'}
      error={Boolean(fault[name])}
      helperText={fault[name] ?? helper}
      onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
    />
  );
  return (
    <Dialog open onClose={busy ? undefined : onClose} fullWidth maxWidth="md" aria-labelledby="request-title">
      <form noValidate onSubmit={(event) => void submit(event)}>
        <DialogTitle id="request-title">
          {request ? `Demande à ${request.supplier}` : 'Nouvelle demande à un fournisseur'}
        </DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' },
              pt: 1,
              alignItems: 'start',
            }}
          >
            <OfPicker value={of} productId={productId} disabled={isRead} error={fault.for} onChange={choose} />
            <DayInput
              field={{ name: 'due_on', label: 'Pour le' }}
              value={due}
              required
              disabled={false}
              error={fault.due_on}
              onChange={setDue}
              onBlur={() => undefined}
            />
            {field('supplier', 'Fournisseur')}
            {field('email', 'Adresse de courriel')}
          </Box>
          {field('message', 'Message', 'Il est au-dessus de la liste, sur la page du fournisseur.')}
          {!isRead && <Documents rows={rows} fault={fault} isNew={request === null} onRows={setRows} />}
          <FormControlLabel
            control={<Checkbox checked={reminding} onChange={(_, on) => setReminding(on)} />}
            label="Relancer par courriel : trois jours avant, le lendemain, puis une semaine après ; trois fois au plus, et jusqu’à une réponse"
          />
        </DialogContent>
        <DialogButtons submit={request ? 'Enregistrer' : 'Enregistrer le brouillon'} busy={busy} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

interface DocumentsProps {
  rows: readonly Row[];
  fault: Readonly<Record<string, string>>;
  isNew: boolean;
  onRows: (rows: Row[]) => void;
}

/** Which documents: a list to begin with, and its lines. */
function Documents({ rows, fault, isNew, onRows }: DocumentsProps) {
  const [list, setList] = useState(isNew ? FIRST_LIST : '');
  return (
    <>
      <TextField
        select
        size="small"
        label="Liste de départ"
        value={list}
        helperText="Elle remplace les lignes ci-dessous ; changez-les ensuite."
        onChange={(event) => {
          setList(event.target.value);
          onRows(rowsOf(event.target.value));
        }}
      >
        {!isNew && <MenuItem value="">Les documents de cette demande</MenuItem>}
        {Object.entries(REQUEST_LISTS).map(([name, one]) => (
          <MenuItem key={name} value={name}>
            {one.label}
          </MenuItem>
        ))}
      </TextField>
      <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, display: 'grid', gap: 1, minWidth: 0 }}>
        <Typography component="legend" sx={{ fontWeight: 600, mb: 0.5 }}>
          Documents demandés
        </Typography>
        {rows.map((row, index) => (
          <Document
            key={row.rank}
            row={row}
            index={index}
            fault={fault[`items.${index}.label`]}
            onChange={(values) => onRows(rows.map((one) => (one.rank === row.rank ? { ...one, ...values } : one)))}
            onRemove={() => onRows(rows.filter((one) => one.rank !== row.rank))}
          />
        ))}
        {fault.items && <FormHelperText error>{fault.items}</FormHelperText>}
        {rows.length < REQUEST_LIMITS.items && (
          <Box>
            <Button
              size="small"
              startIcon={<Plus size={16} />}
              onClick={() => {
                lastRank += 1;
                onRows([...rows, { rank: lastRank, kind: null, label: '', required: true }]);
              }}
            >
              Ajouter un document
            </Button>
          </Box>
        )}
      </Box>
    </>
  );
}

interface DocumentProps {
  row: Row;
  index: number;
  fault: string | undefined;
  onChange: (values: Partial<Row>) => void;
  onRemove: () => void;
}

const Document = ({ row, index, fault, onChange, onRemove }: DocumentProps) => (
  <Box
    sx={{
      display: 'grid',
      gap: 1,
      alignItems: 'center',
      gridTemplateColumns: { xs: 'minmax(0, 1fr) auto', sm: '190px minmax(0, 1fr) auto auto' },
    }}
  >
    <TextField
      select
      size="small"
      label="Nature"
      value={row.kind ?? ''}
      onChange={(event) => onChange({ kind: (event.target.value || null) as IntakeKind | null })}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    >
      <MenuItem value="">Non dite</MenuItem>
      {INTAKE_KINDS.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {kind.charAt(0).toUpperCase() + kind.slice(1)}
        </MenuItem>
      ))}
    </TextField>
    <TextField
      size="small"
      label={`Document ${index + 1}`}
      value={row.label}
      error={Boolean(fault)}
      helperText={fault}
      onChange={(event) => onChange({ label: event.target.value })}
      sx={{ gridColumn: { xs: '1 / -1', sm: 'auto' } }}
    />
    <FormControlLabel
      control={<Checkbox size="small" checked={row.required} onChange={(_, on) => onChange({ required: on })} />}
      label="Exigé"
    />
    <IconButton aria-label={`Retirer le document ${index + 1}`} onClick={onRemove}>
      <Trash2 size={17} />
    </IconButton>
  </Box>
);

/** What the documents are of: a raw material, or a product. */
function OfPicker({
  value,
  productId,
  disabled,
  error,
  onChange,
}: {
  value: Of | null;
  productId: string | null;
  disabled: boolean;
  error: string | undefined;
  onChange: (of: Of | null) => void;
}) {
  const [typed, setTyped] = useState('');
  const search = useDelayed(value && typed === value.label ? '' : typed, 200);
  const query = { page: '1', size: '20', ...(search ? { search } : {}) };
  const materials = useQuery(queryOf(materialEndpoints.list, { query }));
  const products = useQuery({ ...queryOf(listProducts, { query }), enabled: search !== '' });
  const own = useQuery({ ...queryOf(getProduct, { params: { id: productId ?? '' } }), enabled: productId !== null });
  const options: Of[] = [
    ...(own.data && search === ''
      ? [{ type: 'product' as const, id: own.data.data.id, label: productLabel(own.data.data) }]
      : []),
    ...(materials.data?.data ?? []).map(({ id, trade_name, supplier }) => ({
      type: 'material' as const,
      id,
      label: trade_name,
      supplier: supplier ?? null,
    })),
    ...(products.data?.data ?? []).map((one) => ({ type: 'product' as const, id: one.id, label: productLabel(one) })),
  ];
  return (
    <Autocomplete
      options={options}
      value={value}
      disabled={disabled}
      inputValue={typed}
      onInputChange={(_, text) => setTyped(text)}
      onChange={(_, next) => onChange(next)}
      filterOptions={(all) => all}
      getOptionLabel={({ label }) => label}
      getOptionKey={({ type, id }) => `${type} ${id}`}
      groupBy={({ type }) => (type === 'material' ? 'Matières premières' : 'Produits')}
      isOptionEqualToValue={(one, other) => one.id === other.id}
      noOptionsText="Rien ne correspond."
      renderInput={(params) => (
        <TextField
          {...params}
          label="Matière première, ou produit"
          required
          error={Boolean(error)}
          helperText={error ?? 'De quoi sont ces documents.'}
        />
      )}
    />
  );
}
