import { type DossierInput, type DossierPdf, makeDossier } from './dossier.pdf.ts';

/** A process of its own: annexes of many makers are brought together here, within limits. */
export default (input: DossierInput): Promise<DossierPdf> => makeDossier(input);
