import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { BIODEGRADATION, followsCarbon, isSurfactantClass } from '#shared/clp/content.classes.ts';
import { surfactantFileKey } from '#shared/detergents/detergent.fields.ts';
import { printNumber } from '#shared/fields/number.ts';
import { getFormula } from '#shared/formulas/formula.contract.ts';
import { substanceEndpoints } from '#shared/substances/substance.contract.ts';
import { call } from '../api/client.ts';
import { queryOf } from '../api/query.ts';
import { Attachments } from '../attachments/Attachments.tsx';
import { useMay } from '../auth/account.tsx';
import { useProduct } from '../products/useProduct.ts';
import { LoadError, Loading } from '../ui/Page.tsx';
import { SourcedCard } from '../ui/SourcedCard.tsx';

/** The surfactants of the formula, how far each biodegrades, and the report that proves it. */
export function SurfactantsCard() {
  const { id } = useProduct();
  const mayWrite = useMay('write');
  const formula = useQuery(queryOf(getFormula, { params: { id } }));
  const ids = [...new Set((formula.data?.data.substances ?? []).map((one) => one.id))];
  const substances = useQuery({
    queryKey: ['substances', 'of', id, ids],
    queryFn: () => Promise.all(ids.map((one) => call(substanceEndpoints.get, { params: { id: one } }))),
    enabled: formula.data !== undefined,
  });
  const { data } = substances;
  const failed = [formula, substances].find((query) => query.error && !query.data);
  const all = (data ?? []).filter(
    ({ tensioactif, classes_detergent }) => tensioactif === true || classes_detergent.some(isSurfactantClass),
  );
  return (
    <SourcedCard title="Agents de surface" source="Règlement (CE) n° 648/2004, article 4 et annexe III">
      {failed?.error ? (
        <LoadError
          message="Les substances n’ont pas pu être lues."
          detail={failed.error.message}
          onRetry={() => void failed.refetch()}
        />
      ) : !data ? (
        <Loading label="Lecture des substances…" />
      ) : all.length === 0 ? (
        <Typography color="textSecondary">Aucune substance de la formule n’est dite agent de surface.</Typography>
      ) : (
        all.map(({ id: substanceId, inci, biodegradation_percent: percent, biodegradation_methode: method }) => {
          const limit = followsCarbon(method) ? BIODEGRADATION.carbon : BIODEGRADATION.mineralisation;
          return (
            <Box component="section" key={substanceId} aria-label={inci}>
              <Typography sx={{ fontWeight: 600 }}>
                <MuiLink component={Link} to={`/substances?fiche=${substanceId}`} color="inherit">
                  {inci}
                </MuiLink>
              </Typography>
              <Typography
                color={percent !== null && percent < limit ? 'error' : 'textSecondary'}
                sx={{ fontSize: '0.9rem' }}
              >
                {percent === null
                  ? 'Biodégradation finale à dire dans la fiche de la substance.'
                  : `${printNumber(percent)} % en 28 jours${method ? ` (${method})` : ''}, seuil ${limit} %${followsCarbon(method) ? ' de carbone organique dissous, à vérifier' : ''}.`}
              </Typography>
              <Attachments
                productId={id}
                ensureProduct={async () => id}
                fieldKey={surfactantFileKey(substanceId)}
                disabled={!mayWrite}
                addLabel="Joindre le rapport"
              />
            </Box>
          );
        })
      )}
    </SourcedCard>
  );
}
