import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { printValueWithUnit } from '#shared/fields/field.text.ts';
import { type FieldValue, isFilled } from '#shared/fields/field.ts';
import type { Confidence, Proposal } from '#shared/imports/document.contract.ts';
import { type FieldName, getField } from '#shared/products/product.fields.ts';
import { type Lit, placeName } from './oldFile.place.ts';

const CONFIDENCE: Record<Confidence, { label: string; color: 'success' | 'info' | 'warning' }> = {
  sure: { label: 'Sûr', color: 'success' },
  likely: { label: 'Probable', color: 'info' },
  check: { label: 'À vérifier', color: 'warning' },
};

interface RowProps {
  proposal: Proposal;
  current: FieldValue;
  /** The product holds it already. */
  isKept: boolean;
  isInLines: boolean;
  isTicked: boolean;
  isLit: boolean;
  /** 0 for the value that is proposed, then those that the document says elsewhere. */
  chosen: number;
  onTick: (on: boolean) => void;
  onChoose: (at: number) => void;
  onLight: (lit: Lit) => void;
}

/** What a document says of a field, how sure it is, and where. */
export function OldFileRow({
  proposal,
  current,
  isKept,
  isInLines,
  isTicked,
  isLit,
  chosen,
  onTick,
  onChoose,
  onLight,
}: RowProps) {
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
        gridTemplateColumns: { xs: 'auto minmax(0, 1fr) auto', sm: 'auto 170px minmax(0, 1fr) auto' },
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
        checked={isTicked && !isKept && !isInLines}
        disabled={isKept || isInLines}
        onChange={(event) => onTick(event.target.checked)}
        slotProps={{ input: { 'aria-label': `Reprendre « ${field.label} »` } }}
      />
      <Typography
        color="textSecondary"
        sx={{ fontSize: '0.88rem', pt: 0.75, gridColumn: { xs: '2 / -2', sm: 'auto' } }}
      >
        {field.label}
      </Typography>
      <Box
        sx={{ minWidth: 0, pt: { sm: 0.6 }, gridColumn: { xs: '2 / -1', sm: 'auto' }, gridRow: { xs: 2, sm: 'auto' } }}
      >
        {others.length > 0 ? (
          <TextField
            select
            size="small"
            fullWidth
            hiddenLabel
            value={chosen}
            onChange={(event) => onChoose(Number(event.target.value))}
            slotProps={{ select: { SelectDisplayProps: { 'aria-label': `Valeur de « ${field.label} »` } } }}
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
        {isInLines ? (
          <Small>La formule de ce produit est un tableau : modifiez-la dans son onglet « Formule ».</Small>
        ) : (
          !isKept &&
          isFilled(current) && (
            <Small>
              {'Remplace : '}
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
      <Chip
        size="small"
        variant="outlined"
        color={color}
        label={label}
        sx={{ mt: 0.75, gridRow: 1, gridColumn: '-2 / -1' }}
      />
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
