import type { GridColDef } from '@mui/x-data-grid';
import { type Substance, substanceEndpoints } from '#shared/substances/substance.contract.ts';
import { RecordsPage } from '../libraries/RecordsPage.tsx';
import { later } from '../ui/later.tsx';

const SubstanceDialog = later(() => import('./SubstanceDialog.tsx'), 'SubstanceDialog');

const WORDS = {
  title: 'Substances',
  all: 'les substances',
  add: 'Nouvelle substance',
  none: 'Aucune substance',
  noneText:
    'Chaque nom INCI est une fiche, partagée par tous les produits. Elles se créent aussi depuis une formule collée.',
  search: 'Rechercher un nom ou un numéro...',
  nameHead: 'Nom INCI',
  removed: 'La substance est à la corbeille.',
  importTitle: 'Importer des substances',
  importHelp:
    'Une ligne par substance : son nom INCI, et si vous les avez ses numéros CAS et CE, ses fonctions, une note. Un fichier exporté d’ici se reprend tel quel.',
  fileName: 'substances-diplo',
};

const nameOf = ({ inci }: Substance): string => inci;

const COLUMNS: GridColDef<Substance>[] = [
  {
    field: 'cas',
    headerName: 'CAS',
    flex: 1,
    minWidth: 110,
    sortable: false,
    valueGetter: (_, { cas }) => cas.join(', '),
  },
  {
    field: 'functions',
    headerName: 'Fonctions',
    flex: 1.4,
    minWidth: 120,
    sortable: false,
    valueGetter: (_, { functions }) => functions.join(', '),
  },
  {
    field: 'nano',
    headerName: 'Nano',
    width: 80,
    sortable: false,
    valueGetter: (_, { nano }) => (nano ? 'Oui' : '–'),
  },
];

export function SubstancesPage() {
  return (
    <RecordsPage<Substance>
      endpoints={substanceEndpoints}
      words={WORDS}
      nameOf={nameOf}
      detailOf={({ cas, functions }) => [...cas, ...functions].join(' · ')}
      columns={COLUMNS}
      dialog={(row, onClose) => <SubstanceDialog substance={row} onClose={onClose} />}
    />
  );
}
