import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { counted } from '#shared/fields/counted.ts';
import { KEY_FIELDS, LAYOUTS, type SheetImport } from '#shared/imports/import.contract.ts';
import { getField } from '#shared/products/product.fields.ts';
import { FirstRows } from '../ui/FirstRows.tsx';
import type { Saying } from './ImportPage.tsx';

interface Props {
  file: SheetImport;
  onSay: (said: Saying) => void;
}

const LAYOUT_LABELS: Record<(typeof LAYOUTS)[number], string> = {
  rows: 'Un produit par ligne',
  sheet: 'Un produit par feuille',
};

/** How a file was read: where its products are, what is hidden in it, what was left. */
export function ImportLayout({ file, onSay }: Props) {
  const { layout, header_line, head, hidden, sheets } = file;
  const left = sheets.flatMap((sheet) => sheet.left.map((one) => ({ ...one, sheet: sheet.name })));
  const unread = sheets.filter(({ layout: shape, why }) => shape === null && why !== null);
  return (
    <Card
      component="section"
      aria-label="Comment le fichier a été lu"
      sx={{ p: 2.5, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5 }}
    >
      <Typography variant="h2">Comment le fichier a été lu</Typography>
      {layout === null ? (
        <Alert severity="warning">
          Aucune des premières lignes ne nomme deux champs d’un produit. Si ce fichier contient des produits, dites
          ci-dessous quelle ligne nomme les colonnes.
        </Alert>
      ) : (
        <Typography>
          {layout === 'rows'
            ? `Un produit par ligne ; la ligne ${header_line} nomme les colonnes.`
            : `Un produit par feuille : ${counted(sheets.filter((sheet) => sheet.layout === 'sheet').length, 'feuille')}.`}
        </Typography>
      )}
      <Box sx={{ display: 'flex', gap: 2, flexWrap: 'wrap' }}>
        <TextField
          select
          size="small"
          label="Disposition"
          value={layout ?? ''}
          onChange={(event) => onSay({ layout: event.target.value as (typeof LAYOUTS)[number] })}
          sx={{ width: 220, maxWidth: '100%' }}
        >
          {LAYOUTS.map((one) => (
            <MenuItem key={one} value={one}>
              {LAYOUT_LABELS[one]}
            </MenuItem>
          ))}
        </TextField>
        {layout !== 'sheet' && head.length > 0 && (
          <TextField
            select
            size="small"
            label="Ligne qui nomme les colonnes"
            value={header_line === null ? '' : String(header_line)}
            onChange={(event) => onSay({ layout: 'rows', header_line: Number(event.target.value) })}
            sx={{ width: 420, maxWidth: '100%' }}
          >
            {head.map(({ line, cells }) => (
              <MenuItem key={line} value={String(line)}>
                {`${line} : ${cells.filter(Boolean).join(' · ').slice(0, 70)}`}
              </MenuItem>
            ))}
          </TextField>
        )}
        <TextField
          select
          size="small"
          label="Sans référence du produit, on le reconnaît à"
          value={file.key ?? ''}
          onChange={(event) => onSay({ key: (event.target.value || null) as SheetImport['key'] })}
          sx={{ width: 420, maxWidth: '100%' }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">Rien : la ligne est refusée</MenuItem>
          {KEY_FIELDS.map((name) => (
            <MenuItem key={name} value={name}>
              {getField(name).label}
            </MenuItem>
          ))}
        </TextField>
      </Box>
      {hidden.lines.length > 0 && (
        <FormControlLabel
          control={
            <Checkbox checked={file.reads_hidden} onChange={(event) => onSay({ hidden: event.target.checked })} />
          }
          label={`Lire aussi ${counted(hidden.lines.length, 'ligne masquée', 'lignes masquées')} (filtre ou ligne cachée dans Excel)`}
        />
      )}
      {hidden.columns.length > 0 && (
        <Typography color="textSecondary">
          {`Lues bien que masquées : ${hidden.columns.length > 1 ? 'les colonnes' : 'la colonne'} ${hidden.columns.join(', ')}.`}
        </Typography>
      )}
      {hidden.sheets.length > 0 && (
        <Typography color="textSecondary">{`Masquées, et pas lues : ${hidden.sheets.map((name) => `« ${name} »`).join(', ')}.`}</Typography>
      )}
      {unread.length > 0 && (
        <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary' }}>
          {unread.map(({ name, why }) => (
            <li key={name}>{`Feuille « ${name} » : ${why}`}</li>
          ))}
        </Box>
      )}
      {left.length > 0 && (
        <Box>
          <Typography sx={{ fontWeight: 600 }}>
            {counted(left.length, 'ligne laissée de côté', 'lignes laissées de côté')}
          </Typography>
          <FirstRows rows={left}>
            {(shown) => (
              <Box component="ul" sx={{ m: 0, pl: 2.5, color: 'text.secondary' }}>
                {shown.map(({ sheet, line, text, why }) => (
                  <li
                    key={`${sheet} ${line}`}
                  >{`${sheets.length > 1 ? `Feuille « ${sheet} », ligne` : 'Ligne'} ${line} : ${why} « ${text} »`}</li>
                ))}
              </Box>
            )}
          </FirstRows>
        </Box>
      )}
    </Card>
  );
}
