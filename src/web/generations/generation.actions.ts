import { useState } from 'react';
import {
  finalizeGeneration,
  type Generation,
  removeGeneration,
  validateGeneration,
} from '#shared/generations/generation.contract.ts';
import { ApiError, call } from '../api/client.ts';
import { useRefresh } from '../api/query.ts';
import { useUndo } from '../trash/useUndo.ts';
import { useToast } from '../ui/toast.tsx';

export interface GenerationActions {
  /** The generation something is being done to. */
  busyId: string | null;
  finalize: (id: string, file: File) => Promise<Generation | null>;
  validate: (id: string) => Promise<Generation | null>;
  remove: (id: string) => Promise<boolean>;
}

/** What can be done to a generation, with its toasts; shared by the wizard, its history and the whole list. */
export function useGenerationActions(): GenerationActions {
  const toast = useToast();
  const refresh = useRefresh();
  const undo = useUndo('generations');
  const [busyId, setBusyId] = useState<string | null>(null);

  const act = async <T>(
    id: string,
    texts: { done: string; failed: string; undo?: boolean },
    work: () => Promise<T>,
  ): Promise<T | null> => {
    setBusyId(id);
    try {
      const result = await work();
      toast({ severity: 'success', message: texts.done, ...(texts.undo ? undo(id) : {}) });
      return result;
    } catch (error) {
      const detail = error instanceof ApiError ? `\n${error.message}` : '';
      toast({ severity: 'error', message: `${texts.failed}${detail}` });
      return null;
    } finally {
      setBusyId(null);
      // Even a refusal may have changed something: the .docx is kept when its PDF could not be made.
      await refresh('generations', 'products', 'dashboard');
    }
  };

  return {
    busyId,
    finalize: (id, file) =>
      act(id, { done: 'Document finalisé et produit validé.', failed: 'Erreur lors de la finalisation.' }, () =>
        call(finalizeGeneration, { params: { id }, body: {}, file }),
      ),
    validate: (id) =>
      act(id, { done: 'Document validé et PDF généré', failed: 'Erreur lors de la validation' }, () =>
        call(validateGeneration, { params: { id } }),
      ),
    remove: async (id) =>
      (await act(id, { done: 'Génération supprimée', failed: 'Erreur suppression', undo: true }, async () => {
        await call(removeGeneration, { params: { id } });
        return true;
      })) === true,
  };
}

/** The address that opens the document: the PDF once there is one. */
export const documentUrl = (generation: Generation): string | null =>
  generation.pdf_drive_file_url ?? generation.drive_file_url;

/** Leads to the Word file: ours is a download, which needs no tab of its own; the drive's is a page. */
export function wordLink({ drive_file_url }: Generation): { href?: string; target?: string; rel?: string } {
  if (!drive_file_url) return {};
  return drive_file_url.startsWith('/')
    ? { href: drive_file_url }
    : { href: drive_file_url, target: '_blank', rel: 'noopener' };
}

export function openDocument(generation: Generation): void {
  const url = documentUrl(generation);
  if (url) window.open(url, '_blank', 'noopener');
}
