import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import IconButton from '@mui/material/IconButton';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { ClipboardPaste, Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { ROLE_LABELS, ROLES, type Role } from '#shared/formulas/formula.ts';
import { nameKey } from '#shared/formulas/inci.name.ts';
import { readPartAmount } from '#shared/formulas/paste.amount.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import { printNumber, toMicros } from '#shared/formulas/percent.ts';
import {
  MATERIAL_KINDS,
  type Material,
  type MaterialInput,
  materialEndpoints,
} from '#shared/materials/material.contract.ts';
import { anyRecords } from '#shared/records/record.contract.ts';
import { substanceEndpoints, suggestSubstances } from '#shared/substances/substance.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { RecordDocuments } from '../attachments/RecordDocuments.tsx';
import { useMay } from '../auth/account.tsx';
import { SubstancePicker } from '../substances/SubstancePicker.tsx';
import { UsedIn } from '../substances/UsedIn.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';

interface Props {
  /** `null` for a new one. */
  material: Material | null;
  onClose: () => void;
}

/** A part as it is typed: its substance may not be known yet. */
interface Part {
  key: string;
  id: string | null;
  name: string;
  amount: string;
  role: Role | '';
}

const newPart = (values: Partial<Part> = {}): Part => ({
  key: crypto.randomUUID(),
  id: null,
  name: '',
  amount: '',
  role: '',
  ...values,
});
const say = (percent: number | null): string => (percent === null ? '' : printNumber(toMicros(percent), 0));

const partsOf = (material: Material | null): Part[] =>
  material?.components.map(({ substance_id, percent, percent_min, percent_max, role }) =>
    newPart({
      id: substance_id,
      name: material.names[substance_id] ?? '',
      amount:
        percent !== null
          ? say(percent)
          : percent_max === null && percent_min === null
            ? ''
            : `${say(percent_min ?? 0)}-${say(percent_max ?? 100)}`,
      role: role ?? '',
    }),
  ) ?? [];
const allergensOf = (material: Material | null): Part[] =>
  material?.allergens.map(({ substance_id, percent }) =>
    newPart({ id: substance_id, name: material.names[substance_id] ?? '', amount: say(percent) }),
  ) ?? [];

/** A raw material: who sells it, what it is made of, and what its certificate says of allergens. */
export function MaterialDialog({ material, onClose }: Props) {
  const mayWrite = useMay('write');
  const { act, busy } = useAction();
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [kind, setKind] = useState<MaterialInput['kind']>(material?.kind ?? 'substance');
  const [parts, setParts] = useState(() => partsOf(material));
  const [allergens, setAllergens] = useState(() => allergensOf(material));
  const [certificate, setCertificate] = useState<string | null>(null);
  const wrong = [...parts, ...allergens].find(({ amount, name }) =>
    name.trim() ? readPartAmount(amount) === null : false,
  );

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (wrong) return;
    const form = new FormData(event.currentTarget);
    const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
    setFaults({});
    const saved = await act(
      async () => {
        // Names nobody knew become substances of the firm.
        const known = new Map<string, string>();
        const idOf = async ({ id, name }: Part): Promise<string> => {
          const key = nameKey(name);
          const found =
            id ??
            known.get(key) ??
            (await exactly(name)) ??
            (await call(substanceEndpoints.create, { body: { inci: name.trim() } })).id;
          known.set(key, found);
          return found;
        };
        const components: MaterialInput['components'] = [];
        for (const part of parts.filter(({ name }) => name.trim()))
          components.push({
            substance_id: await idOf(part),
            ...(readPartAmount(part.amount) ?? { percent: null, percent_min: null, percent_max: null }),
            role: part.role || null,
          });
        const certified: MaterialInput['allergens'] = [];
        for (const part of allergens.filter(({ name }) => name.trim())) {
          const read = readPartAmount(part.amount);
          certified.push({ substance_id: await idOf(part), percent: read?.percent ?? read?.percent_max ?? 0 });
        }
        const body: MaterialInput = {
          trade_name: text('trade_name') ?? '',
          supplier: text('supplier'),
          code: text('code'),
          kind,
          perfume_code: kind === 'parfum' ? text('perfume_code') : null,
          form: material?.form ?? null,
          note: text('note'),
          components,
          allergens: certified,
        };
        try {
          return await (material
            ? call(materialEndpoints.update, {
                params: { id: material.id },
                body,
                headers: { 'If-Match': `"${material.revision}"` },
              })
            : call(materialEndpoints.create, { body }));
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'La matière première est enregistrée.', refresh: ['materials', 'substances', 'products'] },
    );
    if (saved) onClose();
  };

  const takeCertificate = (): void => {
    const { lines } = readPaste(certificate ?? '');
    setAllergens([
      ...allergens,
      ...lines.map(({ label, percent, percent_max }) => newPart({ name: label, amount: say(percent ?? percent_max) })),
    ]);
    setCertificate(null);
  };

  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="md" aria-labelledby="material-title">
      <form onSubmit={submit}>
        <DialogTitle id="material-title">{material ? material.trade_name : 'Nouvelle matière première'}</DialogTitle>
        <DialogContent>
          <Stack sx={{ gap: 2, pt: 1 }}>
            {material && (
              <UsedIn
                endpoints={anyRecords(materialEndpoints)}
                id={material.id}
                count={material.used_in}
                what="Cette matière première"
              />
            )}
            {material?.warnings.map((warning) => (
              <Alert key={warning} severity="warning">
                {warning}
              </Alert>
            ))}
            <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
              <TextField
                name="trade_name"
                label="Nom commercial"
                required
                autoFocus
                defaultValue={material?.trade_name}
                error={Boolean(faults.trade_name)}
                helperText={faults.trade_name}
              />
              <TextField name="supplier" label="Fournisseur" defaultValue={material?.supplier} />
              <TextField name="code" label="Code" defaultValue={material?.code} />
              <TextField
                select
                label="Nature"
                value={kind}
                onChange={(event) => setKind(event.target.value as MaterialInput['kind'])}
              >
                {MATERIAL_KINDS.map((one) => (
                  <MenuItem key={one} value={one}>
                    {one.charAt(0).toUpperCase() + one.slice(1)}
                  </MenuItem>
                ))}
              </TextField>
              {kind === 'parfum' && (
                <TextField name="perfume_code" label="Code du parfum" defaultValue={material?.perfume_code} />
              )}
            </Box>
            <Parts
              title="Composition"
              help="Le pourcentage de chaque constituant dans la matière première : « 90 », « 60-70 » ou « < 1 »."
              parts={parts}
              withRole
              onChange={setParts}
            />
            <Parts
              title="Allergènes du certificat"
              help="Le pourcentage de chaque allergène dans la matière première, d’après le certificat du fournisseur."
              parts={allergens}
              onChange={setAllergens}
              action={
                <Button size="small" startIcon={<ClipboardPaste size={16} />} onClick={() => setCertificate('')}>
                  Coller un certificat
                </Button>
              }
            />
            {certificate !== null && (
              <Box>
                <TextField
                  multiline
                  autoFocus
                  minRows={4}
                  label="Collez le tableau des allergènes"
                  value={certificate}
                  onChange={(event) => setCertificate(event.target.value)}
                />
                <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
                  <Button variant="outlined" disabled={!certificate.trim()} onClick={takeCertificate}>
                    {`Ajouter ${counted(readPaste(certificate).lines.length, 'allergène')}`}
                  </Button>
                  <Button onClick={() => setCertificate(null)}>Annuler</Button>
                </Box>
              </Box>
            )}
            {material && (
              <RecordDocuments endpoints={anyRecords(materialEndpoints)} id={material.id} mayWrite={mayWrite} />
            )}
            <TextField name="note" label="Note" multiline minRows={2} defaultValue={material?.note} />
          </Stack>
        </DialogContent>
        <DialogButtons submit="Enregistrer" busy={busy} disabled={wrong !== undefined} onCancel={onClose} />
      </form>
    </Dialog>
  );
}

/** The substance of exactly that name. */
async function exactly(name: string): Promise<string | null> {
  const found = await call(suggestSubstances, { query: { q: name.trim() } });
  return found.find((one) => one.kind === 'substance' && nameKey(one.name) === nameKey(name))?.id ?? null;
}

interface PartsProps {
  title: string;
  help: string;
  parts: Part[];
  withRole?: boolean;
  action?: React.ReactNode;
  onChange: (parts: Part[]) => void;
}

function Parts({ title, help, parts, withRole = false, action, onChange }: PartsProps) {
  const change = (key: string, values: Partial<Part>): void =>
    onChange(parts.map((part) => (part.key === key ? { ...part, ...values } : part)));
  return (
    <Box component="section" aria-label={title}>
      <Typography variant="h3">{title}</Typography>
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem', mb: 1 }}>
        {help}
      </Typography>
      <Stack sx={{ gap: 1 }}>
        {parts.map((part, index) => {
          const isWrong = part.name.trim() !== '' && readPartAmount(part.amount) === null;
          return (
            <Box
              key={part.key}
              sx={{
                display: 'grid',
                gap: 1,
                alignItems: 'start',
                gridTemplateColumns: {
                  xs: '1fr 40px',
                  sm: withRole ? 'minmax(0, 2fr) 130px 170px 40px' : 'minmax(0, 2fr) 130px 40px',
                },
              }}
            >
              <SubstancePicker
                label={`Substance ${index + 1}`}
                name={part.name}
                onChange={({ id, name }) => change(part.key, { id, name })}
              />
              <TextField
                label="%"
                value={part.amount}
                error={isWrong}
                helperText={isWrong ? 'Par exemple 12,5 ou 60-70.' : undefined}
                onChange={(event) => change(part.key, { amount: event.target.value })}
              />
              {withRole && (
                <TextField
                  select
                  label="Rôle"
                  value={part.role}
                  onChange={(event) => change(part.key, { role: event.target.value as Role | '' })}
                >
                  <MenuItem value="">À préciser</MenuItem>
                  {ROLES.map((role) => (
                    <MenuItem key={role} value={role}>
                      {ROLE_LABELS[role]}
                    </MenuItem>
                  ))}
                </TextField>
              )}
              <IconButton
                aria-label={`Retirer ${part.name || `la ligne ${index + 1}`}`}
                onClick={() => onChange(parts.filter(({ key }) => key !== part.key))}
              >
                <Trash2 size={17} />
              </IconButton>
            </Box>
          );
        })}
        <Box sx={{ display: 'flex', gap: 1 }}>
          <Button size="small" startIcon={<Plus size={16} />} onClick={() => onChange([...parts, newPart()])}>
            Ajouter une ligne
          </Button>
          {action}
        </Box>
      </Stack>
    </Box>
  );
}
