import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import { Construct } from 'constructs';
import type { AlarmTopic } from './alarm-topic.ts';

export interface SpendBudgetProps {
  readonly usdAMonth: number;
  readonly topic: AlarmTopic;
}

/**
 * Percent of the budget at which the operator is notified: of actual costs, and of the costs that AWS expects for the
 * month.
 */
const TOLD = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
] as const;

/**
 * A monthly budget of the account. It is not restricted to the environment: a filter by tag matches no costs until the
 * tag is activated for cost allocation, so it might never notify.
 */
export class SpendBudget extends Construct {
  constructor(scope: Construct, id: string, { usdAMonth, topic }: SpendBudgetProps) {
    super(scope, id);
    topic.allowBudgets();
    const budget = new CfnBudget(this, 'Monthly', {
      budget: {
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: usdAMonth, unit: 'USD' },
      },
      notificationsWithSubscribers: TOLD.map((told) => ({
        notification: { ...told, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'SNS', address: topic.topicArn }],
      })),
    });
    // Depends on the policy, too: AWS refuses a topic to which the budget may not publish.
    budget.node.addDependency(topic);
  }
}
