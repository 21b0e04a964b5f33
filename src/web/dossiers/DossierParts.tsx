import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import MuiLink from '@mui/material/Link';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import { Archive, CloudCheck, FileText, GitCompare } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { type Dossier, readDossierPdf, readDossierZip, sendDossier } from '#shared/dossiers/dossier.contract.ts';
import { counted } from '#shared/fields/counted.ts';
import { printInstant } from '#shared/fields/date.ts';
import { productName } from '#shared/products/product.label.ts';
import { download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { usePersonName } from '../auth/people.ts';
import { DriveMark } from '../drive/DriveMark.tsx';
import { later } from '../ui/later.tsx';
import { TWO_LINES } from '../ui/lines.ts';

/** It prints all that a file holds. */
const DiffDialog = later(() => import('./DiffDialog.tsx'), 'DiffDialog');

const FILES = [
  { read: readDossierPdf, icon: FileText, short: 'PDF', long: 'Télécharger le PDF' },
  { read: readDossierZip, icon: Archive, short: 'Archive', long: 'Télécharger l’archive' },
] as const;

/** The files of a dossier, and where it is on the drive. */
export function DossierActions({ dossier, inWords = false }: { dossier: Dossier; inWords?: boolean }) {
  const { act, busy } = useAction();
  const { id, product, sealed_at, pdf_drive_url } = dossier;
  const name = `${productName(product)}, ${printInstant(sealed_at)}`;
  return (
    <Stack direction="row" sx={{ alignItems: 'center', gap: inWords ? 1 : 0 }}>
      <DriveMark sent={dossier} name={name} send={sendDossier} />
      {pdf_drive_url && (
        <Tooltip title="Ouvrir sur le drive">
          <IconButton
            size="small"
            component="a"
            href={pdf_drive_url}
            target="_blank"
            rel="noopener"
            aria-label={`Ouvrir sur le drive : ${name}`}
          >
            <CloudCheck size={17} />
          </IconButton>
        </Tooltip>
      )}
      {FILES.map(({ read, icon: Icon, short, long }) => {
        const same = { disabled: busy, onClick: () => void act(() => download(read, { id }, null)) };
        return inWords ? (
          <Button key={short} {...same} size="small" startIcon={<Icon size={16} />}>
            {short}
          </Button>
        ) : (
          <Tooltip key={short} title={long}>
            <span>
              <IconButton {...same} size="small" aria-label={`${long} : ${name}`}>
                <Icon size={17} />
              </IconButton>
            </span>
          </Tooltip>
        );
      })}
    </Stack>
  );
}

/** A dossier of the product one looks at. @param before the one that was sealed before it */
export function DossierLine({ dossier, before }: { dossier: Dossier; before?: Dossier | undefined }) {
  const nameOf = usePersonName();
  const [isCompared, setCompared] = useState(false);
  const { sealed_at, sealed_by, sha256, pages, anomalies } = dossier;
  return (
    <ListItem divider disableGutters sx={{ gap: 1, flexWrap: 'wrap' }}>
      <ListItemText
        primary={`Scellé le ${printInstant(sealed_at)} par ${nameOf(sealed_by)}, ${counted(pages, 'page')}`}
        secondary={`Empreinte du PDF : ${sha256.slice(0, 16)}…${anomalies.length > 0 ? ` ; ${counted(anomalies.length, 'point signalé', 'points signalés')} à l’intérieur` : ''}`}
        sx={{ overflowWrap: 'anywhere', minWidth: 240 }}
      />
      {before && (
        <Button size="small" startIcon={<GitCompare size={16} />} onClick={() => setCompared(true)}>
          Ce qui a changé
        </Button>
      )}
      <DossierActions dossier={dossier} inWords />
      {before && isCompared && <DiffDialog dossier={dossier} before={before} onClose={() => setCompared(false)} />}
    </ListItem>
  );
}

/** The way to the control of its product. */
export function DossierLink({ dossier: { product, product_id } }: { dossier: Dossier }) {
  return (
    <MuiLink
      component={Link}
      to={`/products/${product_id}/control`}
      color="textPrimary"
      underline="hover"
      sx={{ ...TWO_LINES, fontWeight: 600 }}
    >
      {productName(product)}
    </MuiLink>
  );
}
