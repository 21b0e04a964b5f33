import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { ClipboardPaste } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import { readPartAmount } from '#shared/formulas/paste.amount.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import {
  MATERIAL_KINDS,
  type Material,
  type MaterialInput,
  materialEndpoints,
} from '#shared/materials/material.contract.ts';
import { anyRecords } from '#shared/records/record.contract.ts';
import { call, faultsByField } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { RecordDocuments } from '../attachments/RecordDocuments.tsx';
import { useMay } from '../auth/account.tsx';
import { UsedIn } from '../libraries/UsedIn.tsx';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { Parts } from './MaterialParts.tsx';
import { allergensOf, compositionOf, newPart, partsOf, say } from './material.parts.ts';

interface Props {
  /** `null` for a new one. */
  material: Material | null;
  onClose: () => void;
}

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
        const composition = await compositionOf(parts, allergens);
        const body: MaterialInput = {
          trade_name: text('trade_name') ?? '',
          supplier: text('supplier'),
          code: text('code'),
          kind,
          perfume_code: kind === 'parfum' ? text('perfume_code') : null,
          form: material?.form ?? null,
          note: text('note'),
          ...composition,
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
            <Identity material={material} kind={kind} fault={faults.trade_name} onKind={setKind} />
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
              <Certificate text={certificate} onText={setCertificate} onTake={takeCertificate} />
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

interface CertificateProps {
  text: string;
  onText: (text: string | null) => void;
  onTake: () => void;
}

/** The table of a certificate, pasted. */
function Certificate({ text, onText, onTake }: CertificateProps) {
  return (
    <Box>
      <TextField
        multiline
        autoFocus
        minRows={4}
        label="Collez le tableau des allergènes"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
        <Button variant="outlined" disabled={!text.trim()} onClick={onTake}>
          {`Ajouter ${counted(readPaste(text).lines.length, 'allergène')}`}
        </Button>
        <Button onClick={() => onText(null)}>Annuler</Button>
      </Box>
    </Box>
  );
}

interface IdentityProps {
  material: Material | null;
  kind: MaterialInput['kind'];
  fault: string | undefined;
  onKind: (kind: MaterialInput['kind']) => void;
}

/** What it is called, and who sells it. */
function Identity({ material, kind, fault, onKind }: IdentityProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <TextField
        name="trade_name"
        label="Nom commercial"
        required
        autoFocus
        defaultValue={material?.trade_name}
        error={Boolean(fault)}
        helperText={fault}
      />
      <TextField name="supplier" label="Fournisseur" defaultValue={material?.supplier} />
      <TextField name="code" label="Code" defaultValue={material?.code} />
      <TextField
        select
        label="Nature"
        value={kind}
        onChange={(event) => onKind(event.target.value as MaterialInput['kind'])}
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
  );
}
