import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Attachment, listAttachments } from '#shared/attachments/attachment.contract.ts';
import type { ProductKind } from '#shared/contract/product.kinds.ts';
import {
  createGuest,
  GUEST_ACTS,
  GUEST_LIMITS,
  GUEST_ROLES,
  GUEST_ROLES_OF,
  type Guest,
  type GuestAct,
  type GuestRole,
} from '#shared/guests/guest.contract.ts';
import { isFormula } from '#shared/guests/guest.fields.ts';
import { ApiError, call, faultsByField } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useProduct } from '../products/useProduct.ts';
import { DialogButtons } from '../ui/DialogButtons.tsx';
import { FormDialog } from '../ui/FormDialog.tsx';

interface Props {
  onClose: () => void;
  onMade: (guest: Guest & { url: string }) => void;
}

/** Who is invited, to read what, and for how long. */
export function InviteDialog({ onClose, onMade }: Props) {
  const { id, type_produit } = useProduct();
  const { act, busy } = useAction();
  const attached = useQuery(queryOf(listAttachments, { params: { productId: id } }));
  const [texts, setTexts] = useState({ name: '', email: '', days: String(GUEST_LIMITS.days) });
  const [as, setAs] = useState<GuestRole>('evaluateur');
  const [may, setMay] = useState<ReadonlySet<GuestAct>>(new Set(['comment', 'attach']));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [formula, setFormula] = useState(false);
  const [code, setCode] = useState(true);
  const [fault, setFault] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  // An adviser who does not read the formula is not shown its file either.
  const files = (attached.data?.data ?? []).filter((one) => as === 'evaluateur' || formula || !isFormula(one));
  const maySign = as === 'evaluateur' && type_produit === 'cosmetique';
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFault({});
    setRefusal(null);
    if (!/^\d{1,3}$/.test(texts.days.trim())) {
      setFault({ days: 'Un nombre de jours, en chiffres.' });
      return;
    }
    const made = await act(
      async () => {
        try {
          return await call(createGuest, {
            params: { id },
            body: {
              name: texts.name,
              email: texts.email,
              as,
              may: [...may].filter((one) => one !== 'sign' || maySign),
              pieces: files.map((file) => file.id).filter((one) => !left.has(one)),
              formula: as === 'autre' && formula,
              days: Number(texts.days),
              code,
            },
          });
        } catch (problem) {
          setFault(faultsByField(problem));
          throw problem;
        }
      },
      {
        refresh: ['products', 'guests'],
        // What no field can mend stays in sight, beside the button.
        refused: (problem) => {
          const said = refusalOf(problem);
          setRefusal(said);
          return said !== null;
        },
      },
    );
    if (made) onMade(made);
  };
  const field = (name: keyof typeof texts, label: string, helper?: string, autoFocus = false) => (
    <TextField
      label={label}
      value={texts[name]}
      required
      autoFocus={autoFocus}
      error={Boolean(fault[name])}
      helperText={fault[name] ?? helper}
      onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
    />
  );
  return (
    <FormDialog
      onClose={onClose}
      maxWidth="sm"
      aria-labelledby="invite-title"
      busy={busy}
      onSubmit={(event) => void submit(event)}
    >
      <DialogTitle id="invite-title">Inviter quelqu’un à lire ce produit</DialogTitle>
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
          {field('name', 'Nom', 'Par exemple « Hélène Marchand ».', true)}
          {field('email', 'Adresse email')}
          <TextField select label="En tant que" value={as} onChange={(event) => setAs(event.target.value as GuestRole)}>
            {(Object.keys(GUEST_ROLES) as GuestRole[]).map((name) => (
              <MenuItem key={name} value={name}>
                {GUEST_ROLES_OF[type_produit][name]}
              </MenuItem>
            ))}
          </TextField>
          {field('days', 'Pendant (jours)', `${GUEST_LIMITS.daysMax} au plus.`)}
        </Box>
        <Acts may={may} maySign={maySign} fault={fault.may} onToggle={(one) => setMay(toggle(may, one))} />
        <Reads as={as} kind={type_produit} />
        {as === 'autre' && (
          <FormControlLabel
            control={<Checkbox checked={formula} onChange={(_, on) => setFormula(on)} />}
            label="Lit aussi la formule"
          />
        )}
        <Pieces files={files} left={left} fault={fault.pieces} onToggle={(one) => setLeft(toggle(left, one))} />
        <CodeChoice code={code} fault={fault.code} onCode={setCode} />
      </DialogContent>
      <Refusal said={refusal} />
      <DialogButtons submit="Faire le lien" busy={busy} disabled={!attached.data} onCancel={onClose} />
    </FormDialog>
  );
}

/** What no field can mend. */
const refusalOf = (problem: unknown): string | null =>
  problem instanceof ApiError && problem.status === 409 ? problem.message : null;
const Refusal = ({ said }: { said: string | null }) =>
  said && (
    <Alert severity="error" sx={{ mx: 3 }}>
      {said}
    </Alert>
  );

const toggle = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  set.has(one) ? new Set([...set].filter((other) => other !== one)) : new Set([...set, one]);

interface ActsProps {
  may: ReadonlySet<GuestAct>;
  maySign: boolean;
  fault: string | undefined;
  onToggle: (act: GuestAct) => void;
}

/** What a guest may do besides reading. */
const Acts = ({ may, maySign, fault, onToggle }: ActsProps) => (
  <Box component="fieldset" sx={{ border: 0, p: 0, m: 0 }}>
    <Typography component="legend" sx={{ fontWeight: 600 }}>
      Peut aussi
    </Typography>
    {(Object.keys(GUEST_ACTS) as GuestAct[])
      .filter((one) => one !== 'sign' || maySign)
      .map((one) => (
        <FormControlLabel
          key={one}
          control={<Checkbox checked={may.has(one)} onChange={() => onToggle(one)} />}
          label={one === 'sign' ? 'Signer la partie B' : GUEST_ACTS[one]}
        />
      ))}
    {fault && <FormHelperText error>{fault}</FormHelperText>}
  </Box>
);

interface PiecesProps {
  files: readonly Attachment[];
  /** Those that are not shown. */
  left: ReadonlySet<string>;
  fault: string | undefined;
  onToggle: (id: string) => void;
}

const Pieces = ({ files, left, fault, onToggle }: PiecesProps) =>
  files.length === 0 ? null : (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, minWidth: 0 }}>
      <Typography component="legend" sx={{ fontWeight: 600 }}>
        {`Pièces montrées : ${files.filter(({ id }) => !left.has(id)).length} sur ${files.length}`}
      </Typography>
      <Box sx={{ maxHeight: 220, overflow: 'auto', display: 'grid' }}>
        {files.map((file) => (
          <FormControlLabel
            key={file.id}
            control={<Checkbox checked={!left.has(file.id)} onChange={() => onToggle(file.id)} />}
            label={file.alias ?? file.file_name}
            sx={{ '& .MuiFormControlLabel-label': { overflowWrap: 'anywhere' } }}
          />
        ))}
      </Box>
      {fault && <FormHelperText error>{fault}</FormHelperText>}
    </Box>
  );

const CodeChoice = ({
  code,
  fault,
  onCode,
}: {
  code: boolean;
  fault: string | undefined;
  onCode: (code: boolean) => void;
}) => (
  <Box>
    <FormControlLabel
      control={<Checkbox checked={code} onChange={(_, on) => onCode(on)} />}
      label="Demander un code à six chiffres à l’ouverture"
    />
    <FormHelperText error={Boolean(fault)}>
      {fault ??
        'Il part par courriel ; sans courriel réglé, il s’affiche ici et vous le lisez à la personne. Une signature le demande.'}
    </FormHelperText>
  </Box>
);

const Reads = ({ as, kind }: { as: GuestRole; kind: ProductKind }) => (
  <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
    {as === 'evaluateur' && kind === 'nettoyage'
      ? 'L’expert lit la fiche, la formule, la classification, le dossier de nettoyage, les allégations et les points. Jamais le nom du client, vos notes, ni un autre produit.'
      : as === 'evaluateur'
        ? 'L’évaluateur lit la fiche, la formule, les verdicts, les marges, la conformité, les allégations, la partie B et les points. Jamais le nom du client, vos notes, ni un autre produit.'
        : 'Un autre conseil lit la fiche et les pièces choisies. Jamais le nom du client, vos notes, ni un autre produit.'}
  </Typography>
);
