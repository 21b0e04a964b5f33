import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { GridColDef } from '@mui/x-data-grid';
import { FileSearch, Stamp } from 'lucide-react';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { type Dossier, listAllDossiers } from '#shared/dossiers/dossier.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { useServerList } from '../api/useServerList.ts';
import { usePersonName } from '../auth/people.ts';
import { Grid } from '../ui/Grid.tsx';
import { ListSearch } from '../ui/ListSearch.tsx';
import { Empty, LoadError, Page } from '../ui/Page.tsx';
import { TwoLines } from '../ui/TwoLines.tsx';
import { DossierActions, DossierLink } from './DossierParts.tsx';

/** What stays in sight. */
const PINNED = { field: 'actions', width: 150 } as const;

/** The columns of the list. */
function useColumns() {
  const nameOf = usePersonName();
  return useMemo<GridColDef<Dossier>[]>(
    () => [
      {
        field: 'sealed_at',
        headerName: 'Scellé le',
        width: 138,
        valueFormatter: (value: string) => printInstant(value),
      },
      {
        field: 'client',
        headerName: 'Client',
        minWidth: 130,
        flex: 150,
        sortable: false,
        display: 'flex',
        valueGetter: (_, { product }) => product.nom_client,
        renderCell: ({ value }) => <TwoLines>{value}</TwoLines>,
      },
      {
        field: 'produit',
        headerName: 'Produit',
        minWidth: 170,
        flex: 190,
        sortable: false,
        display: 'flex',
        renderCell: ({ row }) => <DossierLink dossier={row} />,
      },
      {
        field: 'reference',
        headerName: 'Formule',
        minWidth: 110,
        flex: 90,
        sortable: false,
        valueGetter: (_, { product }) => product.ref_formule,
      },
      { field: 'pages', headerName: 'Pages', width: 84, align: 'right', headerAlign: 'right' },
      {
        field: 'anomalies',
        headerName: 'Points signalés',
        width: 130,
        align: 'right',
        headerAlign: 'right',
        sortable: false,
        valueGetter: (_, { anomalies }) => anomalies.length,
      },
      {
        field: 'sealed_by',
        headerName: 'Par',
        minWidth: 110,
        flex: 100,
        sortable: false,
        valueGetter: (_, { sealed_by }) => nameOf(sealed_by),
      },
      {
        ...PINNED,
        headerName: 'Actions',
        display: 'flex',
        sortable: false,
        renderCell: ({ row }) => <DossierActions dossier={row} />,
      },
    ],
    [nameOf],
  );
}

/** Every dossier that was sealed, whatever has become of its product. */
export function DossiersPage() {
  const columns = useColumns();
  const list = useServerList(listAllDossiers, { changing: ({ drive_state }) => drive_state === 'pending' });
  return (
    <Page
      title="Dossiers scellés"
      subtitle="Tous ceux qui ont été scellés, même si leur produit n’est plus là."
      actions={
        <Button component={Link} to="/verify" variant="outlined" startIcon={<FileSearch size={18} />}>
          Vérifier un dossier
        </Button>
      }
    >
      {list.error && (
        <LoadError
          message="Les dossiers scellés n’ont pas pu être chargés."
          detail={list.error.message}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isEmpty ? (
        <Empty
          icon={<Stamp size={40} />}
          title="Aucun dossier scellé pour l’instant"
          text="Ouvrez un produit, onglet « Contrôle », puis « Sceller le dossier » : un PDF et une archive que chacun peut vérifier."
          action={
            <Button component={Link} to="/products" variant="contained">
              Voir les produits
            </Button>
          }
        />
      ) : (
        <>
          <Box sx={{ mb: 2 }}>
            <ListSearch label="Rechercher un dossier…" {...list.box} />
          </Box>
          <Grid<Dossier>
            {...list.grid}
            columns={columns}
            pinned={{ right: [PINNED] }}
            card={(row) => (
              <>
                <DossierLink dossier={row} />
                <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
                  {[
                    row.product.nom_client,
                    row.product.ref_formule,
                    `scellé le ${printInstant(row.sealed_at)}`,
                    counted(row.pages, 'page'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </Typography>
                <DossierActions dossier={row} />
              </>
            )}
            localeText={{
              noRowsLabel: list.search ? `Aucun dossier ne correspond à « ${list.search} ».` : 'Aucun dossier',
            }}
          />
        </>
      )}
    </Page>
  );
}
