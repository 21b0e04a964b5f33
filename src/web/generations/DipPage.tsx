import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, BadgeCheck, FileDown, FileText, Upload } from 'lucide-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { printInstant } from '#shared/fields/date.ts';
import { getGeneration, previewGeneration, sendGeneration } from '#shared/generations/generation.contract.ts';
import { isSealed } from '#shared/generations/generation.state.ts';
import { ApiError, readBytes } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { useMay } from '../auth/account.tsx';
import { DriveMark } from '../drive/DriveMark.tsx';
import { Missing } from '../layout/Missing.tsx';
import { LoadError, Loading, Page } from '../ui/Page.tsx';
import { PdfFrame } from '../ui/PdfFrame.tsx';
import { productOf, StatusChip } from './GenerationParts.tsx';
import { useGenerationActions, wordLink } from './generation.actions.ts';
import { SealDialog } from './SealDialog.tsx';

/** `/dips/{id}`: a document read without leaving, the sealed one or the draft as its PDF would be. */
export function DipPage() {
  const { id = '' } = useParams();
  const mayWrite = useMay('write');
  const actions = useGenerationActions();
  const [asking, setAsking] = useState(false);
  const { data, error, isPending, refetch } = useQuery(queryOf(getGeneration, { params: { id } }));
  if (isPending) return <Loading />;
  if (error instanceof ApiError && error.status === 404)
    return <Missing title="Document introuvable" to="/dips" list="Voir tous les DIP" />;
  if (error && !data)
    return (
      <Page title="Document">
        <LoadError message="Erreur de chargement des données" detail={error.message} onRetry={() => void refetch()} />
      </Page>
    );
  const generation = data.data;
  const sealed = isSealed(generation);
  return (
    <Page
      title={productOf(generation)}
      subtitle={`${generation.template.name} v${generation.template.version}, ${
        generation.validated_at
          ? `validé le ${printInstant(generation.validated_at)}`
          : `généré le ${printInstant(generation.initiated_at)}`
      }`}
      actions={
        <>
          <Button component={Link} to="/dips" startIcon={<ArrowLeft size={18} />}>
            Tous les DIP
          </Button>
          {generation.drive_file_url && (
            <Button {...wordLink(generation)} startIcon={<FileText size={18} />}>
              Word
            </Button>
          )}
          {generation.pdf_drive_file_url && (
            <Button
              href={generation.pdf_drive_file_url}
              target="_blank"
              rel="noopener"
              startIcon={<FileDown size={18} />}
            >
              PDF
            </Button>
          )}
          {!sealed && mayWrite && (
            <Button
              component={Link}
              to={`/generation?generation=${id}`}
              variant="contained"
              startIcon={<Upload size={18} />}
            >
              Finaliser
            </Button>
          )}
          {!sealed && mayWrite && (
            <Button variant="outlined" startIcon={<BadgeCheck size={18} />} onClick={() => setAsking(true)}>
              Valider tel quel
            </Button>
          )}
        </>
      }
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap', mb: 2 }}>
        <StatusChip generation={generation} />
        <DriveMark sent={generation} name={generation.file_name} send={sendGeneration} />
        <Typography color="textSecondary" sx={{ fontSize: '0.85rem', overflowWrap: 'anywhere' }}>
          {sealed
            ? `Scellé. Empreinte SHA-256 du PDF : ${generation.pdf_sha256}`
            : 'Aperçu du brouillon, tel que son PDF serait aujourd’hui. Il n’est pas enregistré.'}
        </Typography>
      </Box>
      <Box sx={{ height: 'calc(100vh - 190px)', minHeight: 460 }}>
        <PdfFrame
          title={`Document : ${generation.file_name}`}
          source={`${id}${generation.drive_file_id}${generation.status}`}
          load={(signal) => readBytes(previewGeneration, { params: { id }, signal })}
        />
      </Box>
      {asking && (
        <SealDialog
          sealing={{ generation, file: null }}
          actions={actions}
          onClose={() => setAsking(false)}
          onSealed={() => {
            setAsking(false);
            void refetch();
          }}
        />
      )}
    </Page>
  );
}
