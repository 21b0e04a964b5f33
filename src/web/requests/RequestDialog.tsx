import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import TextField from '@mui/material/TextField';
import { type FormEvent, useState } from 'react';
import { dayOf, daysAfter } from '#shared/fields/date.ts';
import { createRequest, type SupplierRequest, updateRequest } from '#shared/requests/request.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { DayInput } from '../fields/DayInput.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';
import { type Of, OfPicker } from './OfPicker.tsx';
import { Documents, FIRST_LIST, nextRank, type Row, rowsOf } from './RequestDocuments.tsx';

const DUE_DAYS = 14;

interface Props {
  request: SupplierRequest | null;
  /** Where one comes from. */
  productId: string | null;
  onClose: () => void;
}

/** A document of a draft: of another record than the first, it stays so. */
const rowOf = (
  { kind, label, required, for: of }: SupplierRequest['items'][number],
  first: string | undefined,
): Row => ({
  rank: nextRank(),
  kind,
  label,
  required,
  ...(of.id === first ? {} : { own: of }),
});
/** A document that is asked for, as it is sent. */
const sentItem = ({ kind, label, required, for: { type, id } }: Omit<Row, 'rank' | 'own'> & { for: Of }) => ({
  kind,
  label,
  required,
  for: { type, id },
});

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
    request ? request.items.map((item) => rowOf(item, request.items[0]?.for.id)) : rowsOf(FIRST_LIST),
  );
  const [fault, setFault] = useState<Record<string, string>>({});
  const choose = (next: Of | null): void => {
    setOf(next);
    if (next?.supplier && texts.supplier === '') setTexts({ ...texts, supplier: next.supplier });
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const lacking = {
      ...(of ? {} : { for: 'Choisissez la matière première ou le produit.' }),
      ...(texts.supplier.trim() ? {} : { supplier: 'Donnez le nom du fournisseur.' }),
      ...(texts.email.trim() ? {} : { email: 'Donnez son adresse email.' }),
    };
    setFault(lacking);
    if (!of || Object.keys(lacking).length > 0) return;
    const items = isRead
      ? (request?.items ?? []).map(sentItem)
      : rows.map((row) => sentItem({ ...row, for: row.own ?? of }));
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
    <FormDialog
      onClose={onClose}
      maxWidth="md"
      aria-labelledby="request-title"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
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
          {field('email', 'Adresse email')}
        </Box>
        {field('message', 'Message', 'Il est au-dessus de la liste, sur la page du fournisseur.')}
        {!isRead && <Documents rows={rows} fault={fault} isNew={request === null} onRows={setRows} />}
        <FormControlLabel
          control={<Checkbox checked={reminding} onChange={(_, on) => setReminding(on)} />}
          label="Relancer par courriel : trois jours avant, le lendemain, puis une semaine après ; trois fois au plus, et jusqu’à une réponse"
        />
      </DialogContent>
      <DialogButtons submit={request ? 'Enregistrer' : 'Enregistrer le brouillon'} busy={busy} onCancel={onClose} />
    </FormDialog>
  );
}
