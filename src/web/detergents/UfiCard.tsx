import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { PART_PATHS } from '#shared/contract/product.parts.ts';
import { type Detergent, makeDetergentUfi } from '#shared/detergents/detergent.contract.ts';
import { parseNumber, writeNumber } from '#shared/fields/number.ts';
import { call, faultsByField } from '../api/client.ts';
import { refreshFileOf } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';

/** The code of the mixture: made here, or typed in the record where the firm has one already. */
export function UfiCard({ record }: { record: Detergent }) {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  return (
    <SourcedCard title="UFI" source="Règlement (CE) n° 1272/2008, annexe VIII, partie A, 5">
      <Typography sx={{ fontFamily: 'monospace', fontSize: '1.2rem' }}>{record.ufi ?? 'Aucun'}</Typography>
      {mayWrite && <MakeUfi record={record} />}
      <Typography color="textSecondary" sx={{ fontSize: '0.88rem' }}>
        Un UFI contient le numéro de TVA : qui lit l’étiquette peut le retrouver. Un numéro de formule ne sert qu’à une
        composition.{' '}
        <MuiLink component={Link} to={`/products/${id}${PART_PATHS.detergent}`} state={{ field: 'ufi' }}>
          Saisir un code existant
        </MuiLink>
      </Typography>
    </SourcedCard>
  );
}

function MakeUfi({ record }: { record: Detergent }) {
  const { id } = useProduct();
  const client = useQueryClient();
  const { act, busy } = useAction();
  const [tva, setTva] = useState(record.tva ?? '');
  const [number, setNumber] = useState(writeNumber(record.numero_formule));
  const [faults, setFaults] = useState<Record<string, string>>({});
  const make = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setFaults({});
    const typed = parseNumber(number);
    await act(
      async () => {
        try {
          return await call(makeDetergentUfi, {
            params: { id },
            body: { tva, numero_formule: typed ?? (number as unknown as number) },
            headers: { 'If-Match': `"${record.revision}"` },
          });
        } catch (problem) {
          setFaults(faultsByField(problem));
          throw problem;
        }
      },
      { done: 'L’UFI est fait.', refresh: ['products'] },
    );
    refreshFileOf(client, id);
  };
  return (
    <Box
      component="form"
      noValidate
      onSubmit={(event) => void make(event)}
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr auto' }, alignItems: 'start' }}
    >
      <TextField
        size="small"
        label="Numéro de TVA"
        value={tva}
        error={Boolean(faults.tva)}
        helperText={faults.tva}
        onChange={(event) => setTva(event.target.value)}
      />
      <TextField
        size="small"
        label="Numéro de formule"
        value={number}
        error={Boolean(faults.numero_formule)}
        helperText={faults.numero_formule}
        onChange={(event) => setNumber(event.target.value)}
      />
      <Button type="submit" variant="outlined" loading={busy}>
        Faire l’UFI
      </Button>
    </Box>
  );
}
