import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import IconButton from '@mui/material/IconButton';
import ListItem from '@mui/material/ListItem';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import { Download, Eye, type LucideIcon, Pencil, Trash2 } from 'lucide-react';
import { type Attachment, readAttachment } from '#shared/attachments/attachment.contract.ts';
import { printInstant } from '#shared/fields/date.ts';
import { download } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { printSize } from '../ui/format.ts';

interface ActProps {
  icon: LucideIcon;
  label: string;
  of: string;
  onClick: () => void;
}

/** Something that can be done with a file. */
export function FileAct({ icon: Icon, label, of, onClick }: ActProps) {
  return (
    <Tooltip title={label}>
      <IconButton size="small" aria-label={`${label} ${of}`} onClick={onClick}>
        <Icon size={18} />
      </IconButton>
    </Tooltip>
  );
}

const isRead = (name: string): boolean => /\.pdf$/i.test(name);

/** « PDF », « XLSX »: what people call the kind of a file, by its name. */
const kindOf = (name: string): string => /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase() ?? 'Fichier';

interface ActsProps {
  file: Attachment;
  onRead: () => void;
  /** Absent where files are only read. */
  onDescribe?: () => void;
  onRemove?: () => void;
}

/** What can be done with a file. */
export function FileActs({ file, onRead, onDescribe, onRemove }: ActsProps) {
  const { act } = useAction();
  const name = file.alias ?? file.file_name;
  return (
    <>
      {isRead(file.file_name) && <FileAct icon={Eye} label="Lire" of={name} onClick={onRead} />}
      <FileAct
        icon={Download}
        label="Télécharger"
        of={name}
        onClick={() => void act(() => download(readAttachment, { id: file.id }, file.file_name))}
      />
      {onDescribe && <FileAct icon={Pencil} label="Décrire" of={name} onClick={onDescribe} />}
      {onRemove && <FileAct icon={Trash2} label="Retirer" of={name} onClick={onRemove} />}
    </>
  );
}

interface Props extends ActsProps {
  /** What comes first under its name: where it belongs, what it was called. */
  detail?: string | null;
}

/** A file that is attached, and what can be done with it. */
export function FileLine({ detail, ...acts }: Props) {
  const { file } = acts;
  const added = `ajouté le ${printInstant(file.created_at)}`;
  return (
    <ListItem divider disableGutters sx={{ columnGap: 1, flexWrap: { xs: 'wrap', sm: 'nowrap' } }}>
      {/* On a telephone what can be done stands below the name. */}
      <ListItemText
        primary={file.alias ?? file.file_name}
        secondary={[detail, printSize(file.size), added].filter(Boolean).join(', ')}
        sx={{ overflowWrap: 'anywhere', flexBasis: { xs: '100%', sm: 'auto' } }}
      />
      <Chip size="small" variant="outlined" label={kindOf(file.file_name)} />
      <Box sx={{ display: 'flex', flexShrink: 0 }}>
        <FileActs {...acts} />
      </Box>
    </ListItem>
  );
}
