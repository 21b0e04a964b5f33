import { bodyFault, invalid } from '../../errors.ts';
import { BadZip, readZip } from '../docx/zip.ts';
import { decodeText, NotText, readCsv, UnclosedQuote } from './csv.ts';

/** Why a file is no table that can be read, and what to do about it: judged by its bytes. */

const OLE2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
const SAVE_AS = 'enregistrez-le en .xlsx, puis redonnez-le.';

export const NO_SHEET = `Ce fichier n’est ni un classeur Excel (.xlsx) ni un CSV lisible : ouvrez-le dans Excel, ${SAVE_AS}`;
/** What no text is, by how it begins; `null` for what may be one. */
export function whyNoText(bytes: Buffer): string | null {
  if (bytes.length === 0) return 'Ce fichier est vide : il n’y a rien à importer.';
  if (bytes.subarray(0, 8).equals(OLE2))
    // A workbook that asks for a password is one of these too. [MS-OFFCRYPTO] 2.3.4
    return bytes.includes(Buffer.from('EncryptedPackage', 'utf16le'))
      ? 'Ce classeur est protégé par un mot de passe : retirez-le dans Excel, puis redonnez le fichier.'
      : `Ce fichier est d’un ancien format d’Excel (.xls) : ${SAVE_AS}`;
  const start = bytes.subarray(0, 200).toString('latin1');
  if (/^\s{0,20}%PDF-/.test(start)) return 'Ce fichier est un PDF : un import lit un classeur Excel (.xlsx) ou un CSV.';
  if (/^[\s\ufeffï»¿]{0,100}<(?:!doctype html|html|\?xml)/i.test(start))
    return 'Ce fichier est une page web sous un autre nom : ouvrez-la dans Excel, enregistrez-la en .xlsx, puis redonnez-la.';
  return null;
}

/** What an archive that is no workbook may be, by what is in it. */
export function whyNoWorkbook(bytes: Buffer): string {
  let names: string[];
  try {
    names = readZip(bytes).map(({ name }) => name);
  } catch (error) {
    return error instanceof BadZip && error.fault === 'too-large'
      ? 'Ce classeur est trop grand une fois ouvert : gardez-en la feuille utile seule.'
      : NO_SHEET;
  }
  if (names.includes('content.xml')) return `Ce fichier est un classeur LibreOffice (.ods) : ${SAVE_AS}`;
  if (names.includes('xl/workbook.bin')) return `Ce fichier est un classeur binaire (.xlsb) : ${SAVE_AS}`;
  if (names.includes('word/document.xml'))
    return 'Ce fichier est un document Word : un import lit un classeur Excel (.xlsx) ou un CSV.';
  return NO_SHEET;
}

/** A text file as text. @throws 422 for what is none */
export function decodedText(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch (error) {
    if (error instanceof NotText) throw invalid([bodyFault('file', whyNoText(bytes) ?? NO_SHEET)]);
    throw error;
  }
}

/** The cells of a text that people give. @throws 422 naming the line of a quotation mark that swallows what follows it */
export function givenCsv(text: string): string[][] {
  try {
    return readCsv(text);
  } catch (error) {
    if (error instanceof UnclosedQuote)
      throw invalid([
        bodyFault(
          'file',
          `Un guillemet ouvert à la ligne ${error.line} n’est pas fermé, ou pas à sa place : ce qui le suit serait lu comme un seul texte. Corrigez cette ligne, puis redonnez le fichier.`,
        ),
      ]);
    throw error;
  }
}
