import Button from '@mui/material/Button';
import { FileStack, PenLine } from 'lucide-react';
import { useState } from 'react';
import type { BulkProps } from '../products/bulk.ts';
import { BulkFieldDialog } from './BulkFieldDialog.tsx';
import { BulkGenerateDialog } from './BulkGenerateDialog.tsx';

/** What can be done to the products that are selected, besides what a list does by itself. */
export function BulkButtons({ ids, disabled }: BulkProps) {
  const [open, setOpen] = useState<'field' | 'generate' | null>(null);
  const close = (): void => setOpen(null);
  return (
    <>
      <Button size="small" startIcon={<PenLine size={17} />} disabled={disabled} onClick={() => setOpen('field')}>
        Modifier un champ
      </Button>
      <Button size="small" startIcon={<FileStack size={17} />} disabled={disabled} onClick={() => setOpen('generate')}>
        Générer
      </Button>
      {open === 'field' && <BulkFieldDialog ids={ids} onClose={close} />}
      {open === 'generate' && <BulkGenerateDialog ids={ids} onClose={close} />}
    </>
  );
}
