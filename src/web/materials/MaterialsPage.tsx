import type { GridColDef } from '@mui/x-data-grid';
import { type Material, materialEndpoints } from '#shared/materials/material.contract.ts';
import { RecordsPage } from '../libraries/RecordsPage.tsx';
import { later } from '../ui/later.tsx';

const MaterialDialog = later(() => import('./MaterialDialog.tsx'), 'MaterialDialog');

const WORDS = {
  title: 'Matières premières',
  all: 'les matières premières',
  add: 'Nouvelle matière première',
  none: 'Aucune matière première',
  noneText: 'Une matière première a un fournisseur, une composition et, pour un parfum, un certificat d’allergènes.',
  search: 'Rechercher un nom, un fournisseur, un code...',
  nameHead: 'Nom commercial',
  removed: 'La matière première est à la corbeille.',
  importTitle: 'Importer des matières premières',
  importHelp:
    'Une ligne par matière première, ou une par constituant : nom commercial, fournisseur, puis le nom INCI et le pourcentage de chaque constituant. Un fichier exporté d’ici se reprend tel quel.',
  fileName: 'matieres-premieres-diplo',
};

const nameOf = ({ trade_name }: Material): string => trade_name;

const COLUMNS: GridColDef<Material>[] = [
  { field: 'supplier', headerName: 'Fournisseur', flex: 1, minWidth: 110, sortable: false },
  { field: 'kind', headerName: 'Nature', width: 110, sortable: false },
  {
    field: 'components',
    headerName: 'Composition',
    flex: 1.6,
    minWidth: 140,
    sortable: false,
    valueGetter: (_, { components, names }) => components.map(({ substance_id }) => names[substance_id]).join(', '),
  },
];

export function MaterialsPage() {
  return (
    <RecordsPage<Material>
      endpoints={materialEndpoints}
      words={WORDS}
      nameOf={nameOf}
      detailOf={({ supplier, kind }) => [supplier, kind].filter(Boolean).join(' · ')}
      columns={COLUMNS}
      dialog={(row, onClose) => <MaterialDialog material={row} onClose={onClose} />}
    />
  );
}
