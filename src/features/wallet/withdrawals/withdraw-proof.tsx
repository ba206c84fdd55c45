import { useTranslation } from 'react-i18next'
import { links } from '../../../links/links.ts'
import { useReachable } from '../../../data/use-status.ts'
import { FactorField } from '../../../parts/factors/factor-field.tsx'
import { useCoins } from '../../../parts/money/use-coins.ts'
import { Button, ButtonLink } from '../../../ui/controls/button.tsx'
import { Card } from '../../../ui/blocks/card.tsx'
import { Field } from '../../../ui/controls/field.tsx'
import { Notice } from '../../../ui/blocks/notice.tsx'
import { LookalikeWarning } from './lookalike-warning.tsx'
import { useAsk } from './use-ask.ts'
import type { ProofProps } from './withdraw-steps.ts'
import styles from '../wallet.module.css'

/** Asks for a withdrawal with the fund password, and the second factor where the server wants it. */
export function WithdrawProof(props: ProofProps) {
  const { t } = useTranslation()
  const { method, withdrawing, review, settling } = props
  const { address, units, lookalike } = review
  const reachable = useReachable()
  const coins = useCoins()
  const ask = useAsk(props)
  return (
    <Card>
      <form className={styles.form} noValidate onSubmit={(e) => void ask.submit(e)}>
        {!reachable && <Notice tone="warn">{t('withdraw.offline')}</Notice>}
        {lookalike !== undefined && (
          <LookalikeWarning
            address={address}
            earlier={lookalike}
            compared={ask.compared}
            {...ask.errors.of('compared')}
            onCompared={ask.compare}
          />
        )}
        {withdrawing.hasPassword ? (
          <>
            <Field
              label={t('pay.password')}
              type="password"
              name="fund-password"
              autoComplete="one-time-code"
              required
              {...ask.bind('password')}
            />
            {ask.asksFactor && <FactorField {...ask.bind('factor')} />}
            {ask.failure && (
              <Notice
                tone="bad"
                urgent
                action={
                  ask.failure.needsFactor && (
                    <ButtonLink small kind="secondary" href={links.settings}>
                      {t('withdraw.toSettings')}
                    </ButtonLink>
                  )
                }
              >
                {ask.failure.text}
              </Notice>
            )}
            <Button type="submit" kind="accent" wide busy={ask.busy || settling}>
              {t('withdraw.submit', { amount: coins(units, method.asset) })}
            </Button>
            <ButtonLink kind="quiet" href={links.fundPassword(location.pathname + location.search)}>
              {t('pay.forgot')}
            </ButtonLink>
          </>
        ) : (
          <>
            <p>{t('withdraw.setFirst')}</p>
            <ButtonLink wide href={links.fundPassword(location.pathname + location.search)}>
              {t('pay.setNow')}
            </ButtonLink>
          </>
        )}
        <p className={styles.soft}>{t('withdraw.neverFee')}</p>
      </form>
    </Card>
  )
}
