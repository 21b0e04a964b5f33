import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { ClipboardPaste } from 'lucide-react';
import { useState } from 'react';
import { capital } from '#shared/fields/capital.ts';
import { counted } from '#shared/fields/counted.ts';
import { readPartAmount } from '#shared/formulas/paste.amount.ts';
import { readPaste } from '#shared/formulas/paste.read.ts';
import {
  MATERIAL_KINDS,
  type Material,
  type MaterialInput,
  materialEndpoints,
} from '#shared/materials/material.contract.ts';
import { NAME_MAX } from '#shared/records/record.contract.ts';
import { RecordDialog, RecordText } from '../libraries/RecordDialog.tsx';
import { Parts } from './MaterialParts.tsx';
import { allergensOf, compositionOf, newPart, partsOf, say } from './material.parts.ts';

interface Props {
  /** `null` for a new one. */
  material: Material | null;
  onClose: () => void;
}

const WORDS = {
  add: 'Nouvelle matière première',
  this: 'Cette matière première',
  saved: 'La matière première est enregistrée.',
};

/** A raw material: who sells it, what it is made of, and what its certificate says of allergens. */
export function MaterialDialog({ material, onClose }: Props) {
  const [kind, setKind] = useState<MaterialInput['kind']>(material?.kind ?? 'substance');
  const [parts, setParts] = useState(() => partsOf(material));
  const [allergens, setAllergens] = useState(() => allergensOf(material));
  const [certificate, setCertificate] = useState<string | null>(null);
  const isWrong = [...parts, ...allergens].some(({ amount, name }) => name.trim() && readPartAmount(amount) === null);

  const read = async (form: FormData): Promise<MaterialInput> => {
    const text = (name: string): string | null => String(form.get(name) ?? '').trim() || null;
    return {
      trade_name: text('trade_name') ?? '',
      supplier: text('supplier'),
      code: text('code'),
      kind,
      perfume_code: kind === 'parfum' ? text('perfume_code') : null,
      form: material?.form ?? null,
      note: text('note'),
      ...(await compositionOf(parts, allergens)),
    };
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
    <RecordDialog
      record={material}
      name={material?.trade_name}
      endpoints={materialEndpoints}
      words={WORDS}
      refresh={['materials', 'substances', 'products']}
      read={read}
      typed={[kind, parts, allergens, certificate]}
      invalid={isWrong}
      onClose={onClose}
    >
      {(faults) => (
        <>
          <Identity material={material} kind={kind} faults={faults} onKind={setKind} />
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
          {certificate !== null && <Certificate text={certificate} onText={setCertificate} onTake={takeCertificate} />}
          <RecordText name="note" label="Note" value={material?.note} faults={faults} multiline />
        </>
      )}
    </RecordDialog>
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
  faults: Record<string, string>;
  onKind: (kind: MaterialInput['kind']) => void;
}

/** What it is called, and who sells it. */
function Identity({ material, kind, faults, onKind }: IdentityProps) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <RecordText
        name="trade_name"
        label="Nom commercial"
        value={material?.trade_name}
        faults={faults}
        required
        first
        maxLength={NAME_MAX}
      />
      <RecordText name="supplier" label="Fournisseur" value={material?.supplier} faults={faults} />
      <RecordText name="code" label="Code" value={material?.code} faults={faults} />
      <TextField
        select
        label="Nature"
        value={kind}
        onChange={(event) => onKind(event.target.value as MaterialInput['kind'])}
      >
        {MATERIAL_KINDS.map((one) => (
          <MenuItem key={one} value={one}>
            {capital(one)}
          </MenuItem>
        ))}
      </TextField>
      {kind === 'parfum' && (
        <RecordText name="perfume_code" label="Code du parfum" value={material?.perfume_code} faults={faults} />
      )}
    </Box>
  );
}
