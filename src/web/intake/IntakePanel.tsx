import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Checkbox from '@mui/material/Checkbox';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { FolderInput, Upload } from 'lucide-react';
import { useState } from 'react';
import { counted } from '#shared/fields/counted.ts';
import {
  createIntake,
  fileManyIntake,
  INTAKE_LIMITS,
  type IntakeItem,
  type IntakeState,
  listIntake,
} from '#shared/intake/intake.contract.ts';
import { call, sentenceOf } from '../api/client.ts';
import { queryOf, useRefresh } from '../api/query.ts';
import { useAction } from '../api/useAction.ts';
import { FilesCard } from '../ui/FilesCard.tsx';
import { Empty, LoadError, Loading } from '../ui/Page.tsx';
import { StatusFilter } from '../ui/StatusFilter.tsx';
import { IntakeRow } from './IntakeRow.tsx';

const STATES: readonly (readonly [IntakeState, string])[] = [
  ['waiting', 'À classer'],
  ['filed', 'Classés'],
  ['left', 'Mis de côté'],
];

/** The one place for files that came in: each says what it seems to be, and a person files it. */
export function IntakePanel() {
  const [state, setState] = useState<IntakeState>('waiting');
  const { data, error, isPending, refetch } = useQuery(queryOf(listIntake, { query: { state } }));
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      <Bring />
      <Box>
        <StatusFilter
          label="Fichiers montrés"
          options={STATES}
          value={state}
          onChange={(next) => setState((next || 'waiting') as IntakeState)}
        />
      </Box>
      {isPending && <Loading label="Chargement des fichiers…" />}
      {error && !data && (
        <LoadError
          message="Les fichiers à classer n’ont pas pu être chargés."
          detail={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {data && <Items key={state} state={state} items={data.data} total={data.total ?? 0} />}
    </Box>
  );
}

type Brought = Awaited<ReturnType<typeof call<typeof createIntake>>>;

function Bring() {
  const refresh = useRefresh();
  const [brought, setBrought] = useState<Brought | null>(null);
  return (
    <FilesCard
      title="Des fichiers, ou des dossiers entiers en archive"
      text="Rapports, FDS, certificats, étiquettes : Diplo propose ce qu’est chacun, de quel produit ou de quelle matière première, et ses dates. Rien n’est classé sans vous, et aucun fichier ne se perd."
      label="Choisir des fichiers à classer"
      button="Choisir des fichiers"
      hint={`${INTAKE_LIMITS.files} fichiers à la fois, ou une archive .zip ; ou glissez-les ici.`}
      most={INTAKE_LIMITS.files}
      beyond={`${INTAKE_LIMITS.files} fichiers au plus à la fois : réunissez-les dans une archive (.zip).`}
      icon={<Upload size={18} />}
      failed={sentenceOf}
      send={async (files, onProgress) => {
        setBrought(null);
        try {
          setBrought(await call(createIntake, { body: {}, file: files, onProgress }));
        } finally {
          // What came before a cut has come.
          void refresh('intake', 'dashboard');
        }
      }}
    >
      {brought && <Report of={brought} />}
    </FilesCard>
  );
}

/** What became of what was given: nothing is left unsaid. */
function Report({ of: { items, refused, system_files } }: { of: Brought }) {
  const placed = items.filter(({ owner }) => owner !== null).length;
  return (
    <>
      <Alert severity={items.length > 0 ? 'success' : 'info'} sx={{ mt: 2 }}>
        {[
          `${counted(items.length, 'fichier est à classer', 'fichiers sont à classer')}, dont ${placed} avec une place proposée.`,
          ...(system_files > 0
            ? [
                `${counted(system_files, 'fichier du système est laissé', 'fichiers du système sont laissés')} (.DS_Store, Thumbs.db…).`,
              ]
            : []),
        ].join(' ')}
      </Alert>
      {refused.length > 0 && (
        <Alert severity="warning" sx={{ mt: 1 }}>
          {counted(refused.length, 'fichier n’est pas pris', 'fichiers ne sont pas pris')}
          <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
            {refused.map(({ file_name, why }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              <li key={index}>
                {file_name} – {why}
              </li>
            ))}
          </Box>
        </Alert>
      )}
    </>
  );
}

const EMPTY: Record<IntakeState, [title: string, text: string]> = {
  waiting: ['Rien à classer', 'Donnez des fichiers ci-dessus : ils attendent ici qu’une personne les classe.'],
  filed: [
    'Aucun fichier classé depuis peu',
    'Ce qui est classé reste ici trente jours, et chez son produit pour de bon.',
  ],
  left: ['Rien de côté', 'Ce qui est mis de côté est gardé trente jours, puis supprimé.'],
};

function Items({ state, items, total }: { state: IntakeState; items: readonly IntakeItem[]; total: number }) {
  const { act, busy } = useAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  if (items.length === 0) {
    const [title, text] = EMPTY[state];
    return <Empty title={title} text={text} />;
  }
  const placed = items.filter(({ owner }) => owner !== null);
  const ids = placed.filter(({ id }) => chosen.has(id)).map(({ id }) => id);
  const fileMany = async (): Promise<void> => {
    await act(() => call(fileManyIntake, { body: { ids: ids.slice(0, INTAKE_LIMITS.filed) } }), {
      done: ({ filed, left }) => ({
        severity: left.length > 0 ? 'warning' : 'success',
        message: [
          `${counted(filed.length, 'fichier classé', 'fichiers classés')}.`,
          ...left.slice(0, 3).map(({ why }) => why),
        ].join('\n'),
      }),
      refresh: ['intake', 'attachments', 'dashboard'],
    });
    setChosen(new Set());
  };
  return (
    <Card component="section" aria-label="Fichiers" sx={{ p: { xs: 1.5, sm: 2 } }}>
      {state === 'waiting' && (
        <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          {placed.length > 0 && (
            <Checkbox
              checked={ids.length === placed.length}
              indeterminate={ids.length > 0 && ids.length < placed.length}
              onChange={(event) => setChosen(new Set(event.target.checked ? placed.map(({ id }) => id) : []))}
              slotProps={{ input: { 'aria-label': 'Choisir tous les fichiers qui ont une place proposée' } }}
            />
          )}
          <Button
            variant="contained"
            loading={busy}
            disabled={ids.length === 0}
            startIcon={<FolderInput size={18} />}
            onClick={() => void fileMany()}
          >
            {ids.length === 0 ? 'Classer les fichiers choisis' : `Classer ${counted(ids.length, 'fichier')} où proposé`}
          </Button>
          <Typography color="textSecondary">
            {counted(total, 'fichier attend', 'fichiers attendent')}, {placed.length || 'aucun'} avec une place
            proposée.
          </Typography>
        </Stack>
      )}
      <Box component="ul" aria-label="Fichiers" sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {items.map((item) => (
          <IntakeRow
            key={item.id}
            item={item}
            isChosen={chosen.has(item.id)}
            onChoose={(on) => {
              const next = new Set(chosen);
              if (on) next.add(item.id);
              else next.delete(item.id);
              setChosen(next);
            }}
          />
        ))}
      </Box>
      {total > items.length && (
        <Typography color="textSecondary" sx={{ mt: 1 }}>
          {`Les ${items.length} premiers sur ${total} : les autres viennent quand ceux-ci sont classés.`}
        </Typography>
      )}
    </Card>
  );
}
