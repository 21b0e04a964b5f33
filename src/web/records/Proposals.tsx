import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { CornerDownLeft } from 'lucide-react';
import { createContext, useContext } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import type { FieldValue } from '#shared/fields/field.ts';
import { shortened } from '#shared/fields/text.ts';
import { recordForm } from './record.form.ts';
import type { RecordField, Texts } from './record.ts';

/** What the rest of the file says of a field, and where. */
export interface Offered {
  value: FieldValue;
  /** The field, or the product, that says it. */
  from: string;
}

const NONE: ReadonlyMap<string, Offered> = new Map();

/** What is proposed to the fields of a form, by their name. */
export const ProposalsContext = createContext<ReadonlyMap<string, Offered>>(NONE);

const LENGTH_SHOWN = 80;
const said = (field: RecordField, { value }: Offered): string => {
  return shortened(printValueWithUnit(field, value), LENGTH_SHOWN);
};
const typedOf = (field: RecordField, { value }: Offered): string =>
  recordForm([field]).toTexts({ [field.name]: value })[field.name] ?? '';

/** Takes what is proposed, as if it were typed. */
function useTake() {
  const { setValue } = useFormContext<Texts>();
  return (field: RecordField, offered: Offered): void =>
    setValue(field.name, typedOf(field, offered), { shouldDirty: true, shouldTouch: true, shouldValidate: true });
}

/** Under an empty field: what the file says elsewhere. Nothing is taken but by this button. */
export function Proposal({ field, text, disabled }: { field: RecordField; text: string; disabled: boolean }) {
  const offered = useContext(ProposalsContext).get(field.name);
  const take = useTake();
  if (!offered || disabled || text.trim() !== '') return null;
  return (
    <Button
      size="small"
      startIcon={<CornerDownLeft size={15} />}
      onClick={() => take(field, offered)}
      sx={{ mt: 0.5, textAlign: 'left', fontWeight: 400, lineHeight: 1.3 }}
    >
      {`Reprendre « ${said(field, offered)} » (${offered.from})`}
    </Button>
  );
}

/** Above the fields of a section: all that is proposed to those that are empty. */
export function TakeAll({ fields, disabled }: { fields: readonly RecordField[]; disabled: boolean }) {
  const proposals = useContext(ProposalsContext);
  const take = useTake();
  const offered = fields.filter(({ name }) => proposals.has(name));
  // Drawn again when one is filled, not at each key press.
  const empty = useWatch({
    compute: (texts: Texts) => offered.filter(({ name }) => (texts[name] ?? '').trim() === '').length,
    disabled: offered.length === 0,
  });
  if (disabled || offered.length === 0 || !empty || empty < 2) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
      <Typography color="textSecondary" sx={{ fontSize: '0.9rem' }}>
        {`Le dossier dit déjà ${empty} de ces champs.`}
      </Typography>
      <TakeAllButton fields={offered} take={take} proposals={proposals} />
    </Box>
  );
}

function TakeAllButton({
  fields,
  take,
  proposals,
}: {
  fields: readonly RecordField[];
  take: ReturnType<typeof useTake>;
  proposals: ReadonlyMap<string, Offered>;
}) {
  const { getValues } = useFormContext<Texts>();
  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<CornerDownLeft size={15} />}
      onClick={() => {
        for (const field of fields) {
          const offered = proposals.get(field.name);
          if (offered && (getValues(field.name) ?? '').trim() === '') take(field, offered);
        }
      }}
    >
      Tout reprendre
    </Button>
  );
}
