import Box from '@mui/material/Box';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import type { Margins } from '#shared/exposure/exposure.contract.ts';
import { printSafely } from '#shared/exposure/margins.ts';
import { nameKey } from '#shared/fields/name.ts';
import { printPercent, toMicros } from '#shared/fields/percent.ts';
import { useMay } from '../auth/account.tsx';
import { useExposureSaving } from './useExposureSaving.ts';

/** The substances without a point of departure: each is documented in its own page, or excused here for a reason. */
export function ToDocument({ margins, productId }: { margins: Margins; productId: string }) {
  const mayWrite = useMay('write');
  const { remark } = useExposureSaving(productId);
  return (
    <>
      <Typography color="textSecondary" sx={{ mb: 1 }}>
        Sans point de départ ni classe de Cramer : complétez leur fiche, dans « Substances », ou écrivez pourquoi il
        n’en faut pas pour ce produit.
      </Typography>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {margins.to_document.map(({ inci, percent, sed_mg_kg_d, profile }) => {
          const held = margins.exposure.remarks[nameKey(inci)] ?? '';
          return (
            <Box
              component="li"
              key={inci}
              sx={{
                display: 'grid',
                gap: 1,
                py: 0.75,
                alignItems: 'center',
                gridTemplateColumns: { xs: '1fr', sm: 'minmax(160px, 2fr) 3fr' },
              }}
            >
              <Box>
                <Typography sx={{ overflowWrap: 'anywhere', fontWeight: 600 }}>{inci}</Typography>
                <Typography color="textSecondary" sx={{ fontSize: '0.82rem' }}>
                  {percent === null
                    ? 'Quantité inconnue : saisissez-la dans la composition.'
                    : sed_mg_kg_d === null
                      ? printPercent(toMicros(percent))
                      : `${printPercent(toMicros(percent))}, SED de ${printSafely(sed_mg_kg_d, 'up')} mg/kg pc/j au plus`}
                </Typography>
                {profile && (
                  <Typography color="textSecondary" sx={{ fontSize: '0.82rem' }}>
                    {profile}
                  </Typography>
                )}
              </Box>
              <TextField
                key={held}
                size="small"
                multiline
                fullWidth
                placeholder="Raison, le cas échéant"
                defaultValue={held}
                disabled={!mayWrite}
                slotProps={{ htmlInput: { 'aria-label': `Raison pour ${inci}` } }}
                onBlur={(event) => remark(inci, event.target.value, held)}
              />
            </Box>
          );
        })}
      </Box>
    </>
  );
}
