import { type DossierInput, type DossierPdf, makeDossier } from './dossier.pdf.ts';

/** A thread of its own: annexes of many makers are read here, with a heap and a deadline. */
export default (input: DossierInput): Promise<DossierPdf> => makeDossier(input);
