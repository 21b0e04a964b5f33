import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { decisive } from '#shared/clp/clp.acute.ts';
import { CLP_CLASSES, printClassName } from '#shared/clp/clp.classes.ts';
import { allergyNotice } from '#shared/detergents/danger.label.ts';
import type { ClpAnswer, Detergent } from '#shared/detergents/detergent.contract.ts';
import { printNumber } from '#shared/fields/number.ts';
import { SourcedCard } from '../ui/SourcedCard.tsx';
import { ToCheck } from './ToCheck.tsx';

type Result = ClpAnswer['resultats'][number];

/** Six digits are enough to read; what is compared is exact. */
const short = (value: number): string => printNumber(Number(value.toPrecision(6)));

/** What is compared with what, as the annex writes it. */
const sayOf = ({ somme, seuil, ate_mel, inconnu_percent, regle }: Result): string =>
  ate_mel !== null
    ? regle === '3.1.3.4'
      ? `mesuré sur le mélange : ${short(ate_mel)}`
      : `ETA du mélange : ${short(ate_mel)}${inconnu_percent ? `, ${short(inconnu_percent)} % d’ingrédients de toxicité inconnue` : ''}`
    : `${short(somme ?? 0)} ≥ ${short(seuil ?? 0)}`;

/** The result of the calculation, with each of its terms. */
export function HazardCard({ clp, record }: { clp: ClpAnswer; record: Detergent }) {
  const { resultats, a_verifier } = clp;
  const { names, isEuh208 } = allergyNotice(clp, record);
  const counted = new Set(decisive(resultats));
  return (
    <SourcedCard
      title="Résultat du calcul de classification"
      source="Règlement (CE) n° 1272/2008, annexe I, parties 3 et 4. Les dangers physiques, l’aspiration et l’extrapolation ne sont pas calculés."
    >
      {resultats.length === 0 ? (
        <Typography color="textSecondary">
          {a_verifier.length > 0
            ? 'Aucune classe n’est calculée à ce jour : ce qui suit reste à vérifier.'
            : 'Aucune classe ne ressort du calcul.'}
        </Typography>
      ) : (
        <TableContainer>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell>Classe</TableCell>
                <TableCell>Catégorie</TableCell>
                <TableCell>Calcul</TableCell>
                <TableCell>Termes</TableCell>
                <TableCell>Règle</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {resultats.map((one) => (
                <TableRow key={`${one.classe}${one.regle}`} sx={counted.has(one) ? {} : { opacity: 0.65 }}>
                  <TableCell title={CLP_CLASSES[one.classe].label}>{printClassName(one.classe)}</TableCell>
                  <TableCell sx={{ fontWeight: 600 }}>{one.categorie ?? 'aucune'}</TableCell>
                  <TableCell>
                    {sayOf(one)}
                    {!counted.has(one) && ' (la valeur mesurée compte)'}
                  </TableCell>
                  <TableCell>
                    <Terms termes={one.termes} />
                  </TableCell>
                  <TableCell>{one.regle}</TableCell>
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {names.length > 0 && (
        <Typography>
          {isEuh208
            ? `EUH208 : contient ${names.join(', ')}. Peut produire une réaction allergique.`
            : `À nommer sur l’étiquette, à côté des mentions d’un mélange sensibilisant (annexe II, 2.8) : ${names.join(', ')}.`}
        </Typography>
      )}
      <ToCheck reasons={a_verifier} />
    </SourcedCard>
  );
}

const Terms = ({ termes }: Pick<Result, 'termes'>) => (
  <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
    {termes.map(({ inci, percent, calcul, valeur }) => (
      <li key={inci}>{`${inci} : ${short(percent)} %${calcul ? ` ${calcul} = ${short(valeur)}` : ''}`}</li>
    ))}
  </Box>
);
