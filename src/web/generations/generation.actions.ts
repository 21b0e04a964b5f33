import { useState } from 'react';
import {
  finalizeGeneration,
  type Generation,
  removeGeneration,
  validateGeneration,
} from '#shared/generations/generation.contract.ts';
import { call } from '../api/client.ts';
import { useAction } from '../api/useAction.ts';
import { useUndo } from '../trash/useUndo.ts';

export interface GenerationActions {
  /** The generation something is being done to. */
  busyId: string | null;
  /** `check`: refused when something looks wrong in it after all. */
  finalize: (id: string, file: File, options: { check: boolean }) => Promise<Generation | null>;
  validate: (id: string, options: { check: boolean }) => Promise<Generation | null>;
  remove: (id: string) => Promise<boolean>;
}

/** What can be done to a generation, with its toasts; shared by the wizard, its history and the whole list. */
export function useGenerationActions(): GenerationActions {
  const { act: run } = useAction();
  const undo = useUndo('generations');
  const [busyId, setBusyId] = useState<string | null>(null);

  const act = async <T>(
    id: string,
    texts: { done: string; failed: string; undo?: boolean },
    work: () => Promise<T>,
  ): Promise<T | null> => {
    setBusyId(id);
    const result = await run(work, {
      done: () => ({ message: texts.done, ...(texts.undo ? undo(id) : {}) }),
      failed: texts.failed,
      // Even a refusal may have changed something: the .docx is kept when its PDF could not be made.
      refresh: ['generations', 'products', 'dashboard'],
    });
    setBusyId(null);
    return result ?? null;
  };

  return {
    busyId,
    finalize: (id, file, { check }) =>
      act(id, { done: 'Document finalisé et produit validé.', failed: 'Erreur lors de la finalisation.' }, () =>
        call(finalizeGeneration, { params: { id }, query: { check: String(check) as 'true' }, body: {}, file }),
      ),
    validate: (id, { check }) =>
      act(id, { done: 'Document validé et PDF généré', failed: 'Erreur lors de la validation' }, () =>
        call(validateGeneration, { params: { id }, query: { check: String(check) as 'true' } }),
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

/** Opens the document where it is kept. @returns false when it is on no drive yet */
export function openDocument(generation: Generation): boolean {
  const url = generation.drive_file_id ? documentUrl(generation) : null;
  if (url) window.open(url, '_blank', 'noopener');
  return url !== null;
}
