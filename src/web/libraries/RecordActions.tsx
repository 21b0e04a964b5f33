import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { FileInput, FileOutput, Merge, Plus } from 'lucide-react';
import { useState } from 'react';
import type { Words } from './RecordsPage.tsx';

interface Props {
  words: Words;
  mayWrite: boolean;
  onExport: (format: 'xlsx' | 'csv') => unknown;
  onTool: (tool: 'import' | 'duplicates') => void;
  onAdd: () => void;
}

/** What may be done with a library as a whole. */
export function RecordActions({ words, mayWrite, onExport, onTool, onAdd }: Props) {
  const [menu, setMenu] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button variant="text" startIcon={<FileOutput size={18} />} onClick={(event) => setMenu(event.currentTarget)}>
        Exporter
      </Button>
      <Menu anchorEl={menu} open={menu !== null} onClose={() => setMenu(null)}>
        {(['xlsx', 'csv'] as const).map((format) => (
          <MenuItem
            key={format}
            onClick={() => {
              setMenu(null);
              onExport(format);
            }}
          >
            {format === 'xlsx' ? 'Classeur Excel (.xlsx)' : 'CSV'}
          </MenuItem>
        ))}
      </Menu>
      {mayWrite && (
        <>
          <Button variant="text" startIcon={<Merge size={18} />} onClick={() => onTool('duplicates')}>
            Doublons
          </Button>
          <Button variant="outlined" startIcon={<FileInput size={18} />} onClick={() => onTool('import')}>
            Importer
          </Button>
          <Button variant="contained" startIcon={<Plus size={18} />} onClick={onAdd}>
            {words.add}
          </Button>
        </>
      )}
    </>
  );
}
