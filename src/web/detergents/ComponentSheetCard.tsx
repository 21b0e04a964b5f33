import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { Download } from 'lucide-react';
import { Fragment } from 'react';
import type { Detergent } from '#shared/detergents/detergent.contract.ts';
import { SHEET_KEY } from '#shared/detergents/detergent.fields.ts';
import type { ComponentSheet } from '#shared/detergents/sheet.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { csvOf, saveText } from '../ui/csv.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';

const HEADINGS = ['Tranche', 'Nom', 'INCI', 'CAS'];

/** The sheet for physicians as it follows from the formula, the file that was made of it, and the list of the website. */
export function ComponentSheetCard({
  sheet: { lignes, en_ligne },
  record,
}: {
  sheet: ComponentSheet;
  record: Detergent;
}) {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  const rows = lignes.map(({ tranche, nom, inci, cas }) => [tranche, nom, inci, cas]);
  return (
    <SourcedCard
      title="Fiche des composants"
      source="Règlement (CE) n° 648/2004, article 9 §3, annexe VII, parties C et D"
    >
      {lignes.length === 0 ? (
        <Typography color="textSecondary">La formule n’a pas de ligne : il n’y a rien à lister.</Typography>
      ) : (
        <>
          <TableContainer sx={{ maxHeight: 420 }}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>
                  {HEADINGS.map((title) => (
                    <TableCell key={title}>{title}</TableCell>
                  ))}
                </TableRow>
              </TableHead>
              <TableBody>
                {rows.map(([tranche, nom, inci, cas]) => (
                  <TableRow key={nom}>
                    <TableCell>{tranche}</TableCell>
                    <TableCell sx={{ overflowWrap: 'break-word', minWidth: 96 }}>{nom}</TableCell>
                    <TableCell sx={{ overflowWrap: 'break-word', minWidth: 96 }}>{inci}</TableCell>
                    <TableCell>
                      {cas?.split(', ').map((one, at) => (
                        // A narrow cell sets them one below the other, and cuts none.
                        <Fragment key={one}>
                          {at > 0 && ', '}
                          <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
                            {one}
                          </Box>
                        </Fragment>
                      ))}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TableContainer>
          <Button
            size="small"
            variant="outlined"
            startIcon={<Download size={16} />}
            sx={{ justifySelf: 'start' }}
            onClick={() => saveText('fiche-composants.csv', csvOf([HEADINGS, ...rows]))}
          >
            Télécharger en CSV
          </Button>
        </>
      )}
      {en_ligne.length > 0 && (
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          <Typography component="span" color="textSecondary">
            Liste à publier en ligne :{' '}
          </Typography>
          {en_ligne.join(', ')}
        </Typography>
      )}
      {record.sur_une_autre_composition.includes('fiche') && (
        <Alert severity="warning">La fiche jointe est d’une autre composition : joignez celle d’aujourd’hui.</Alert>
      )}
      <Typography variant="h3">Fiche jointe</Typography>
      <Attachments
        productId={id}
        ensureProduct={async () => id}
        fieldKey={SHEET_KEY}
        disabled={!mayWrite}
        addLabel="Joindre la fiche"
      />
    </SourcedCard>
  );
}
