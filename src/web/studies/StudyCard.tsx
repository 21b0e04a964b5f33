import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { dayOf, printDay } from '#shared/fields/date.ts';
import { STUDY_TYPES, type Study } from '#shared/studies/study.contract.ts';
import { studyFileKey } from '#shared/studies/study.file.ts';
import { duePointsOf } from '#shared/studies/study.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { ReadingDialog, type ReadingPlace } from './ReadingDialog.tsx';
import { ReadingsGrid } from './ReadingsGrid.tsx';
import { StudyChart } from './StudyChart.tsx';

interface Props {
  study: Study;
  /** The number of its lot. */
  lot: string | null;
  onEdit: () => void;
  onRemove: () => void;
}

/** One study: who does it, point by point what was read, and what was concluded. */
export function StudyCard({ study, lot, onEdit, onRemove }: Props) {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  const [place, setPlace] = useState<ReadingPlace | null>(null);
  const title = STUDY_TYPES[study.type];
  const about = [
    study.debut ? `commencée le ${printDay(study.debut)}` : 'pas encore commencée',
    lot && `lot ${lot}`,
    study.laboratoire,
    study.conditionnement,
  ].filter(Boolean);
  return (
    <Card component="section" aria-label={`${title}, ${about[0]}`} sx={{ p: { xs: 2, sm: 2.5 }, minWidth: 0 }}>
      <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'start' }}>
        <Box sx={{ flexGrow: 1, minWidth: 200 }}>
          <Typography variant="h2">{title}</Typography>
          <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
            {about.join(', ')}
          </Typography>
        </Box>
        {mayWrite && (
          <Box sx={{ display: 'flex', gap: 1 }}>
            <Button size="small" startIcon={<Pencil size={16} />} onClick={onEdit}>
              Modifier
            </Button>
            <Button size="small" color="inherit" startIcon={<Trash2 size={16} />} onClick={onRemove}>
              Supprimer
            </Button>
          </Box>
        )}
      </Box>
      <Box sx={{ display: 'grid', gap: 2, mt: 1.5, gridTemplateColumns: 'minmax(0, 1fr)' }}>
        {study.protocole && <Said title="Protocole" text={study.protocole} />}
        <ReadingsGrid study={study} due={duePointsOf(study, dayOf(new Date()))} mayWrite={mayWrite} onOpen={setPlace} />
        <StudyChart study={study} />
        <Said title="Conclusion du laboratoire" text={study.conclusion ?? 'Aucune conclusion n’est encore saisie.'} />
        <Box>
          <Typography variant="h3" sx={{ mb: 1 }}>
            Rapport
          </Typography>
          <Attachments
            productId={id}
            ensureProduct={async () => id}
            fieldKey={studyFileKey(study.id)}
            disabled={!mayWrite}
            addLabel="Joindre le rapport"
          />
        </Box>
      </Box>
      {place && <ReadingDialog study={study} place={place} onClose={() => setPlace(null)} />}
    </Card>
  );
}

const Said = ({ title, text }: { title: string; text: string }) => (
  <Box>
    <Typography variant="h3">{title}</Typography>
    <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', maxWidth: '90ch' }}>{text}</Typography>
  </Box>
);
